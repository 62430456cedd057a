export { Canvas } from "./Canvas";
