// The scripts of the dialogs that are fetched, and of the editor's view.
import { $, text } from "../../lib/dom.js";
import { bindSettings } from "../../lib/settings.js";
import * as editorParts from "../../rules/editor-parts.js";
import { SavedRules } from "../../rules/editor-saved.js";
import { DeviceDialog } from "./device.js";
import { OwnDiceDialog } from "./own-dice.js";
import { RoomDialog } from "./room.js";
import { SeatDialog } from "./seat.js";
import { SettingsDialog } from "./settings.js";

/** Returns the rules of the game that is played, or else those of the next. @param {Store} store */
const inForce = ({ room, game }) => (room.status === "playing" && game ? game : room).rules;

/** Binds the dialogs, which have come, and the editor. Returns that of a seat, and all that are
    drawn when something changes. @param {Store} store @param {Connection} connection
    @param {{ chat: import("../chat.js").Chat, editor: import("../../rules/editor.js").Editor,
      handover: import("../seat-handover.js").SeatHandover }} parts @param {() => void} redraw */
export function bindDialogs(store, connection, { chat, editor, handover }, redraw) {
  const device = new DeviceDialog(store);
  const seat = new SeatDialog(store, connection, {
    muted: (id) => chat.muted.has(id),
    mute: (id) => chat.toggleMute(id),
    device: (id) => device.open(id),
    handover,
  });
  const drawn = [
    seat,
    new RoomDialog(store, connection),
    new SettingsDialog(store, connection),
    new OwnDiceDialog(store, connection),
    new SavedRules(store, connection, editor, redraw),
    { draw: () => text($("#keys-last"), `${inForce(store).dice}`) },
  ];
  bindSettings();
  editor.bind(editorParts);
  return { seat, drawn };
}
