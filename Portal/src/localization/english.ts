// Injected into every test: without a page there is no language to load.

import { en } from "./en";
import * as changes from "./engine/changes-en";
import * as findings from "./engine/findings-en";
import { setMessages } from "./index";
import { screens } from "./screens-en";
import { settings } from "./settings-en";
import { theme } from "./theme-en";

setMessages({ ...en, ...screens, ...settings, ...theme }, { ...findings, ...changes });
