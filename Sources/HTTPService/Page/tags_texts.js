// The texts of the Tags view, which are there before the view begins.

import { addTexts } from "./shell.js";

await addTexts("text_tags");
