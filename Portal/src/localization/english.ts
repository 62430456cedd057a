// Injected into every test by scripts/portal-test, as no page loads the texts there.

import { connect } from "./connect-en";
import { en } from "./en";
import * as changes from "./engine/changes-en";
import * as findings from "./engine/findings-en";
import { help } from "./help-en";
import { history } from "./history-en";
import { setMessages } from "./index";
import { screens } from "./screens-en";
import { settings } from "./settings-en";
import { theme } from "./theme-en";

setMessages(
  { ...en, ...connect, ...help, ...history, ...screens, ...settings, ...theme },
  { ...findings, ...changes });
