// The texts of the Stats view, which are there before the view begins.

import { addTexts } from "./shell.js";

await addTexts("text_stats");
