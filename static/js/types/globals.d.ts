// What the site's catalogue of texts, theme.js and some browsers define besides.
declare var gettext: ((text: string) => string) | undefined;
declare var ngettext: ((one: string, many: string, count: number) => string) | undefined;
declare var farkleTheme: () => void;
interface Navigator {
  standalone?: boolean;
}
