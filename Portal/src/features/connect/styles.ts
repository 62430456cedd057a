import { addStyles } from "../../ui";
import styles from "./connect.later.css";

addStyles(styles);
