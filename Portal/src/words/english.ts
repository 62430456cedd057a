// Loaded in front of every test: what is said there is said in English.

import { en } from "./en";
import { takeWords } from "./index";

takeWords(en);
