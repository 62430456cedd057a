import { addStyles } from "../../ui";
import styles from "./organization.later.css";

addStyles(styles);
