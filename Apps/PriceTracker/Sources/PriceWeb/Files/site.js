// Adds interactivity to the site's blocks; except for notifications, pages work without it.
import "./lists.js";
import "./product.js";
import { start as startOffline } from "./offline.js";
import { start as startPush } from "./push.js";

startOffline();
startPush();
