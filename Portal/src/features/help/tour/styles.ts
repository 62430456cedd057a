import { addStyles } from "../../../ui";
import styles from "./tour.later.css";

addStyles(styles);
