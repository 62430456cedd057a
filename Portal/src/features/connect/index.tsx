export { ConnectPage } from "./ConnectPage";
export { NewApplicationPage } from "./NewApplicationPage";
