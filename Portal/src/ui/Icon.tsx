// Line icons on a grid of 20, drawn for FlowMagic.

import type { CSSProperties } from "react";

const drawings = {
  add: "M10 4v12M4 10h12",
  alert: "M10 3.2 17.5 16H2.5ZM10 8v3.5M10 13.6v.2",
  align: "M3 3v14M6 6h9v3H6zM6 11.5h6v3H6z",
  apps: "M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z",
  arrow: "M4 10h11M11 5.5 15.5 10 11 14.5",
  back: "M16 10H5M9 5.5 4.5 10 9 14.5",
  branch: "M5 3.5v13M5 10c5 0 4-4.5 10-4.5M12.5 3 15 5.5 12.5 8",
  chart: "M4 16.5h12M6 13.5v-4M10 13.5v-9M14 13.5v-6",
  check: "m4 10.5 4 4 8-9",
  chevron: "m7.5 5 5 5-5 5",
  clock: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM10 6v4.2l2.8 1.8",
  close: "m5 5 10 10M15 5 5 15",
  code: "M7 5.5 2.5 10 7 14.5M13 5.5 17.5 10 13 14.5M11.3 4.5 8.7 15.5",
  collapse: "M4 10h12M10 3v4M7.5 5 10 7.5 12.5 5M10 17v-4M7.5 15l2.5-2.5 2.5 2.5",
  content: "M5 3.5h10v13H5zM7.5 7h5M7.5 10h5M7.5 13h3",
  copy: "M7 7h9v9H7zM4 13V4h9",
  decision: "M10 2.8 17.2 10 10 17.2 2.8 10ZM8.2 8.6c0-2.4 3.6-2.4 3.6 0 0 1.4-1.8 1.4-1.8 3"
    + "M10 13.4v.1",
  diff: "M6 3.5v13M3.5 6h5M3.5 14h5M14 3.5v13M11.5 6h5",
  download: "M10 3v9M6 8.5 10 12.5 14 8.5M4 16.5h12",
  down: "m5 7.5 5 5 5-5",
  drag: "M7.5 5v.01M12.5 5v.01M7.5 10v.01M12.5 10v.01M7.5 15v.01M12.5 15v.01",
  edit: "M4 16l1-4L13.5 3.5l3 3L8 15z",
  end: "M10 3.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM7.5 7.5h5v5h-5z",
  expand: "M4 10h12M10 7.5V3M7.5 5.5 10 3l2.5 2.5M10 12.5V17M7.5 14.5 10 17l2.5-2.5",
  eye: "M2.5 10C5 5.8 7.5 4.5 10 4.5s5 1.3 7.5 5.5c-2.5 4.2-5 5.5-7.5 5.5S5 14.2 2.5 10Z"
    + "M10 7.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4Z",
  fit: "M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4",
  flag: "M5 17V3.5M5 4h9.5l-2 3.2 2 3.3H5",
  flow: "M3 4h5v4H3zM12 12h5v4h-5zM8 6h3.5v8H12",
  follow: "M10 7.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM10 2.5V5M10 15v2.5M2.5 10H5M15 10h2.5",
  gear: "M10 7.4a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2ZM10 2.8v2M10 15.2v2M2.8 10h2"
    + "M15.2 10h2M4.9 4.9l1.4 1.4M13.7 13.7l1.4 1.4M4.9 15.1l1.4-1.4M13.7 6.3l1.4-1.4",
  globe: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM3.2 10h13.6"
    + "M10 3c4.2 4.6 4.2 9.4 0 14-4.2-4.6-4.2-9.4 0-14Z",
  help: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM8 8c0-2.6 4-2.6 4 0 0 1.6-2 1.6-2 3.4M10 13.8v.2",
  history: "M3.5 4v3.5H7M3.7 7.5A7 7 0 1 1 3 10.6M10 6.5V10l2.5 1.5",
  home: "M3.5 9.5 10 4l6.5 5.5V16h-4.5v-4.5h-4V16H3.5z",
  info: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM10 9v4.5M10 6.3v.2",
  key: "M7 8.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM9.5 9.5l6-6M13 6l2 2",
  layout: "M3 8h4.5v4H3zM12.5 3.5H17v4h-4.5zM12.5 12.5H17v4h-4.5zM7.5 10h2.5M10 5.5h2.5"
    + "M10 14.5h2.5M10 5.5v9",
  list: "M4 5h.01M7.5 5H16M4 10h.01M7.5 10H16M4 15h.01M7.5 15H16",
  lock: "M5 9h10v7.5H5zM7 9V6.5a3 3 0 0 1 6 0V9",
  map: "M3 4.5h14v11H3zM10 9.5h5.5v4.5H10z",
  minus: "M4 10h12",
  moon: "M15.5 12.5A6.5 6.5 0 0 1 7.5 4.5a6.5 6.5 0 1 0 8 8Z",
  more: "M5 10h.01M10 10h.01M15 10h.01",
  move: "M10 3v14M3 10h14M8 5l2-2 2 2M8 15l2 2 2-2M5 8l-2 2 2 2M15 8l2 2-2 2",
  paste: "M6 4.5h8V17H6zM8 3h4v3H8z",
  people: "M7.5 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM3 16c0-5.4 9-5.4 9 0"
    + "M13 5a2.2 2.2 0 0 1 0 4.4M14 11.7c2 .5 3 2 3 4.3",
  phone: "M6 2.5h8v15H6zM9 15h2",
  play: "M6.5 4 15.5 10l-9 6z",
  portal: "M3 5.5h14v9H3zM3 8.5h14",
  publish: "M10 16V5M5.5 9.5 10 5l4.5 4.5M4 17h12M4 3h12",
  redo: "M16 5v4h-4M15.8 9A6 6 0 1 0 14 14.5",
  reset: "M4 5v4h4M4.2 9A6 6 0 1 1 6 14.5",
  save: "M4 3.5h9.5l2.5 2.5v10.5H4zM7 3.5V8h5.5V3.5M7 16.5V12h6v4.5",
  search: "M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM13 13l4 4",
  select: "M4 4h3M9 4h2M13 4h3v3M16 9v2M16 13v3h-3M11 16H9M7 16H4v-3M4 11V9M4 7V4",
  share: "M14 3.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM14 12.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z"
    + "M6 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM7.8 9.1l4.4-2.5M7.8 10.9l4.4 2.5",
  sparkle: "M10 3c.6 4 2.5 6 7 7-4.5 1-6.4 3-7 7-.6-4-2.5-6-7-7 4.5-1 6.4-3 7-7Z",
  split: "M3 10h4c3 0 2.5-5 7-5h3M7 10c3 0 2.5 5 7 5h3M14.5 2.5 17 5l-2.5 2.5"
    + "M14.5 12.5 17 15l-2.5 2.5",
  star: "M10 3.2l2.1 4.5 4.9.6-3.6 3.4.9 4.9-4.3-2.4-4.3 2.4"
    + ".9-4.9L3 8.3l4.9-.6Z",
  start: "M10 3.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM8.3 7v6l4.7-3z",
  sun: "M10 6.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM10 2.5v1.5M10 16v1.5"
    + "M2.5 10H4M16 10h1.5M4.7 4.7l1 1M14.3 14.3l1 1M4.7 15.3l1-1"
    + "M14.3 5.7l1-1",
  text: "M4 5h12M10 5v11",
  trash: "M4 6h12M8 6V3.5h4V6M5.5 6l.8 10.5h7.4L14.5 6",
  undo: "M4 5v4h4M4.2 9A6 6 0 1 1 6 14.5",
  up: "m5 12.5 5-5 5 5",
  user: "M10 3.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM4 17c0-6 12-6 12 0",
  work: "M11 2.8 4.5 11.5H9l-1 5.7 7-9h-4.6z",
  zoomIn: "M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM13 13l4 4M9 6.5v5M6.5 9h5",
  zoomOut: "M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM13 13l4 4M6.5 9h5",
} as const;

export type IconName = keyof typeof drawings;

/**
 * A decorative icon, whose meaning must be given by a text. It scales with text: `size` is in
 * pixels at the default text size.
 */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon" style={{ "--size": size } as CSSProperties} viewBox="0 0 20 20"
      fill="none" stroke="currentColor" strokeWidth={size > 24 ? 1.2 : 1.6} strokeLinecap="round"
      strokeLinejoin="round" aria-hidden="true" focusable="false"
    >
      <path d={drawings[name]} />
    </svg>
  );
}
