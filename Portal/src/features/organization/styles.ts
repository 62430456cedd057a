import { addStyles } from "../../ui";
import styles from "./organization.lazy.css";

addStyles(styles);
