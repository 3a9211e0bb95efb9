// What the site's catalogue of texts, theme.js and some browsers define besides.
declare var gettext: ((text: string) => string) | undefined;
declare var ngettext: ((one: string, many: string, count: number) => string) | undefined;
declare var farkleTheme: () => void;
interface Navigator {
  standalone?: boolean;
}

// What many scripts name in their types.
type Store = import("../client/store.js").Store;
type Connection = import("../client/connection.js").Connection;
type Game = import("../client/fold.js").Game;
type GameState = import("../client/fold.js").GameState;
type DiceMemory = import("../lib/dice-memory.js").DiceMemory;
type Model = import("../table/model.js").Model;
