/** Focuses a field of the content once it is rendered. */
export function focusField(pointer: string): void {
  requestAnimationFrame(() => {
    const field = document.querySelector(`[data-pointer="${CSS.escape(pointer)}"]`);
    const target = field?.querySelector<HTMLElement>("input, textarea, select")
      ?? field?.querySelector<HTMLElement>("button");
    target?.focus();
  });
}
