// The page of notices: whether they are on in this browser.
import { look } from "../lib/notify.js";

look();
