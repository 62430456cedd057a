export { ResultsPage } from "./ResultsPage";
