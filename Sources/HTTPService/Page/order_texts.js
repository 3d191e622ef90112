// The texts of descriptions, groups, shared views and the review, which are loaded with the first module that needs them.

import { addTexts } from "./shell.js";

await addTexts("text_order");
