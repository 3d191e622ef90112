// The texts of the settings. Each module that uses them imports this one, so that they are there first.

import { addTexts } from "./shell.js";

await addTexts("text_settings");
