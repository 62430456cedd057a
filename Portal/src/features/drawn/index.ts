export { isPortalDark, useIsPortalDark } from "./appearance";
export { DrawnPicture } from "./DrawnPicture";
export { shownHTML } from "./icons";
export { patchHTML } from "./patch";
export { drawnRoot, setTheme } from "./shadow";
