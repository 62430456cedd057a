import { addStyles } from "../../../ui";
import styles from "./tour.lazy.css";

addStyles(styles);
