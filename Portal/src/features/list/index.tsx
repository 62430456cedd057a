export { FlowList } from "./FlowList";
