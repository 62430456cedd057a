// Injected into every test by scripts/portal-test, as no page loads the texts there.

import { en } from "./en";
import * as changes from "./engine/changes-en";
import * as findings from "./engine/findings-en";
import { setMessages } from "./index";
import { screens } from "./screens-en";
import { settings } from "./settings-en";
import { theme } from "./theme-en";

setMessages({ ...en, ...screens, ...settings, ...theme }, { ...findings, ...changes });
