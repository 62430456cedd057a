export { progress, SAMPLE, startTour } from "./progress";
export { Tour } from "./Tour";
