export { DrawnPicture } from "./DrawnPicture";
export { patchHTML } from "./patch";
export { drawnRoot, setColors } from "./shadow";
