export { isPortalDark, onAppearanceChange, useIsPortalDark } from "./appearance";
export { DrawnPicture } from "./DrawnPicture";
export { preparedHTML } from "./preparedHTML";
export { patchHTML } from "./patch";
export { drawnRoot, setTheme } from "./shadow";
