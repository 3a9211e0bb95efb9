// The score card's print button.
import { $, shown } from "../lib/dom.js";

shown($("#print"), true);
$("#print").addEventListener("click", () => print());
