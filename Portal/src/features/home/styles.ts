import { addStyles } from "../../ui";
import styles from "./home.lazy.css";

addStyles(styles);
