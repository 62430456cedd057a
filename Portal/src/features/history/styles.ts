import { addStyles } from "../../ui";
import styles from "./history.lazy.css";

addStyles(styles);
