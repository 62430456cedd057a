// Adds interactivity to the site's blocks; except for notifications, pages work without it, with
// times in UTC.
import "./lists.js";
import "./product.js";
import { start as startOffline } from "./offline.js";
import { start as startPush } from "./push.js";

// Times and quiet hours are in the browser's time zone; its name is checked by the server.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const secure = location.protocol === "https:" ? "; Secure" : "";
if (zone) {
  document.cookie = `prices-zone=${zone}; Path=/; SameSite=Lax; Max-Age=31536000${secure}`;
}

startOffline();
startPush();
