// NB: in front of everything else, so that a feature's own styles come behind them and count.
import "./ui/base.css";
import "./ui/ui.css";
import "./ui/forced.css";
import "./app/app.css";

import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { preparePage } from "./app/Pages";
import { loadMessages } from "./localization";
import { loadMe } from "./model/session";

const root = document.getElementById("portal");
if (root) {
  // NB: all that is needed is asked for at once, and not one after the other.
  const me = loadMe();
  me.catch(() => undefined);
  preparePage(location.pathname);
  void loadMessages().then(() => createRoot(root).render(<App me={me} />));
}
