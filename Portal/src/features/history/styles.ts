import { addStyles } from "../../ui";
import styles from "./history.later.css";

addStyles(styles);
