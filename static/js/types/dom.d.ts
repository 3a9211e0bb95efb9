// Selectors that name a tag ("button#roll", ".row > input") give elements of that type; others give
// an HTMLElement. No script looks for SVG elements by anything but their tags.

type Until<Text extends string, End extends string> = Text extends `${infer Head}${End}${string}`
    ? Head
    : Text;
type LastPart<S extends string> = S extends `${string} ${infer Rest}` ? LastPart<Rest> : S;
type TagOf<S extends string> = Until<Until<Until<Until<LastPart<S>, "#">, ".">, "[">, ":">;

type ElementOf<S extends string> =
    TagOf<S> extends keyof HTMLElementTagNameMap
        ? HTMLElementTagNameMap[TagOf<S>]
        : TagOf<S> extends keyof SVGElementTagNameMap
          ? SVGElementTagNameMap[TagOf<S>]
          : HTMLElement;

interface ParentNode {
    querySelector<S extends string>(selector: S): ElementOf<S> | null;
    querySelectorAll<S extends string>(selector: S): NodeListOf<ElementOf<S>>;
}

interface Element {
    closest<S extends string>(selector: S): ElementOf<S> | null;
}
