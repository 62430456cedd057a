// Adds interactivity to the site's blocks; without it, pages work except for notifications, sharing
// and reading offline, and a guest's times are in UTC.
import "./lists.js";
import "./product.js";
import { start as startOffline } from "./offline.js";
import { start as startPush } from "./push.js";

// The browser's time zone, for a guest's times and for new profiles; the server checks its name.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const secure = location.protocol === "https:" ? "; Secure" : "";
if (zone) {
  document.cookie = `prices-zone=${zone}; Path=/; SameSite=Lax; Max-Age=31536000${secure}`;
}

startOffline();
startPush();
