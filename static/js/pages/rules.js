// The page of all rules: finds a rule set by any of its names.
import { Finder } from "../lib/finder.js";

new Finder("find-rules", () => [...document.querySelectorAll(".rule-sets > li")]);
