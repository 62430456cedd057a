import { addStyles } from "../../ui";
import styles from "./results.lazy.css";

addStyles(styles);
