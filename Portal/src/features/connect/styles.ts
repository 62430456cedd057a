import { addStyles } from "../../ui";
import styles from "./connect.lazy.css";

addStyles(styles);
