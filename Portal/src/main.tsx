// NB: in front of everything else, so that a feature's own styles come behind them and count.
import "./ui/base.css";
import "./ui/ui.css";
import "./ui/forced.css";
import "./app/app.css";

import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { loadMessages } from "./localization";

const root = document.getElementById("portal");
if (root) void loadMessages().then(() => createRoot(root).render(<App />));
