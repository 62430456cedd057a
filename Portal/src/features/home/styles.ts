import { addStyles } from "../../ui";
import styles from "./home.later.css";

addStyles(styles);
