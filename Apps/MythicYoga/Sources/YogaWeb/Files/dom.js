// Helpers for creating elements.

/** Creates an element with attributes, event listeners (`on…`), and children. */
export const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null) element.setAttribute(key, value);
  }
  element.append(...children.filter((one) => one !== null));
  return element;
};

export const button = (label, action, attributes = {}) =>
  make("button", { type: "button", class: "yoga-button", onclick: action, ...attributes }, label);

export const time = (seconds) => {
  const whole = Math.max(0, Math.round(seconds || 0));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

export const size = (bytes, language) =>
  `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(bytes / 1e6)} MB`;
