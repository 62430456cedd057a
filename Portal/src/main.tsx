// NB: before everything else, so that the styles of features override them.
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
  // NB: all requests start in parallel.
  const me = loadMe();
  me.catch(() => undefined);
  preparePage(location.pathname);
  void loadMessages().then(() => createRoot(root).render(<App me={me} />));
}
