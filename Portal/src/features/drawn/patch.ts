// Patches a drawn screen in place, so that focus and typed text are kept.

import type { DrawnScreenUse } from "../../model/drawnScreens";
import { trusted } from "../../engine/trusted";
import { preparedHTML } from "./preparedHTML";

/** Makes the children of an element match HTML; nodes at the same position are kept if possible. */
export function patchHTML(root: ParentNode & Node, html: string, use: DrawnScreenUse): void {
  const template = document.createElement("template");
  template.innerHTML = trusted.createHTML(preparedHTML(html, use));
  // The page has two heading levels above those of the screen.
  for (const heading of template.content.querySelectorAll("h1, h2, h3")) {
    heading.setAttribute("aria-level", String(Number(heading.localName[1]) + 2));
  }
  patchChildren(root, template.content);
}

function patchChildren(old: Node, next: Node): void {
  const nextNodes = [...next.childNodes];
  for (const [index, node] of nextNodes.entries()) {
    const oldNode = old.childNodes[index];
    if (!oldNode) old.appendChild(node);
    else if (canPatch(oldNode, node)) patch(oldNode, node);
    else old.replaceChild(node, oldNode);
  }
  while (old.childNodes.length > nextNodes.length) old.lastChild?.remove();
}

/**
 * Whether one node can be patched to the other: the same kind of element for the same block or
 * field.
 */
function canPatch(node: Node, other: Node): boolean {
  if (node.nodeType !== other.nodeType || node.nodeName !== other.nodeName) return false;
  if (!(node instanceof Element) || !(other instanceof Element)) return true;
  return ["data-key", "data-item", "name", "type", "id"]
    .every((name) => node.getAttribute(name) === other.getAttribute(name));
}

function patch(old: Node, next: Node): void {
  if (!(old instanceof Element) || !(next instanceof Element)) {
    if (old.textContent !== next.textContent) old.textContent = next.textContent;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !isOpenState(old, name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (isOpenState(old, name) || old.getAttribute(name) === value) continue;
    old.setAttribute(name, value);
  }
  // NB: a changed attribute does not change a field that was edited. The focused field and a
  // password keep their text; choices and other fields may have been set by an action.
  if (old instanceof HTMLInputElement && /^(checkbox|radio)$/.test(old.type)) {
    old.checked = next.hasAttribute("checked");
  } else if (old instanceof HTMLOptionElement) {
    old.selected = next.hasAttribute("selected");
  } else if (old instanceof HTMLInputElement || old instanceof HTMLTextAreaElement) {
    if (old !== focused(old) && old.type !== "password") old.value = (next as typeof old).value;
  }
  patchChildren(old, next);
}

/** Whether the attribute is the open state of a section, which the user controls. */
const isOpenState = (element: Element, attribute: string) =>
  element instanceof HTMLDetailsElement && attribute === "open";

function focused(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
}
