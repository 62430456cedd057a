// Helpers for creating elements.

/** Creates an element with attributes, event listeners (`on…`), and children. */
export const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
};

export const button = (label, action, attributes = {}) =>
  make("button", { type: "button", class: "yoga-button", onclick: action, ...attributes }, label);

/** Formats a time in a video: `1:05`. */
export const formatTime = (seconds) => {
  const rounded = Math.max(0, Math.round(seconds || 0));
  return `${Math.floor(rounded / 60)}:${String(rounded % 60).padStart(2, "0")}`;
};

/** Formats the size of a file: `12.3 MB`. */
export const formatSize = (bytes, language) =>
  `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(bytes / 1e6)} MB`;
