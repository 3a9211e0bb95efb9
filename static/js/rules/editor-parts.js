// What the editor is made of, which comes with its view.
export { Finder } from "../lib/finder.js";
export { Choices } from "./choices.js";
export { RuleChanges } from "./editor-changes.js";
export { FieldRow } from "./editor-fields.js";
export { QuickRules } from "./editor-quick.js";
