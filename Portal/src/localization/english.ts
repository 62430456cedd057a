// Injected into every test: without a page there is no language to load.

import { en } from "./en";
import { setMessages } from "./index";

setMessages(en);
