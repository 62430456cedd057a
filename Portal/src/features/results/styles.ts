import { addStyles } from "../../ui";
import styles from "./results.later.css";

addStyles(styles);
