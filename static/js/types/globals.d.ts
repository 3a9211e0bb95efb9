// What the site's catalogue of texts, theme.js and some browsers define besides.
declare var gettext: ((text: string) => string) | undefined;
declare var ngettext: ((one: string, many: string, count: number) => string) | undefined;
declare var pgettext: ((context: string, text: string) => string) | undefined;
declare var farkleTheme: () => void;
interface Navigator {
    standalone?: boolean;
}

// What many scripts name in their types.
type Connection = import("../client/connection.js").Connection;
type DiceMemory = import("../lib/dice-memory.js").DiceMemory;
type Game = import("../client/fold.js").Game;
type GameState = import("../client/fold.js").GameState;
type KeepRow = import("../client/legal-moves.js").KeepRow;
type LegalMoves = import("../client/legal-moves.js").LegalMoves;
type Model = import("../table/model.js").Model;
type Store = import("../client/store.js").Store;
type Table = import("../table/table.js").Table;
