// The position of a value in a valid JSON text.

/** Line and column, from 1, of the value at a JSON Pointer, otherwise of its nearest ancestor. */
export function positionOfPointer(
  text: string, pointer: string,
): { line: number; column: number } | undefined {
  const offsets = valueOffsets(text);
  let nearest = pointer;
  while (nearest !== "" && !offsets.has(nearest)) {
    nearest = nearest.slice(0, nearest.lastIndexOf("/"));
  }
  const offset = offsets.get(nearest);
  if (offset === undefined) return undefined;
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const token = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/gy;

interface Container {
  pointer: string;
  /** The next element's index; undefined in objects. */
  index?: number;
  key?: string;
}

/** The offset of each value by its pointer; of a member, that of its name. */
function valueOffsets(text: string): Map<string, number> {
  const offsets = new Map<string, number>();
  const containers: Container[] = [];
  let keyAt = 0;
  token.lastIndex = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [, part = ""] = match;
    const at = token.lastIndex - part.length;
    const container = containers.at(-1);
    if (part === "]" || part === "}") {
      containers.pop();
    } else if (part === ",") {
      if (container?.index !== undefined) container.index += 1;
      else if (container) container.key = undefined;
    } else if (container && container.index === undefined && container.key === undefined) {
      container.key = String(JSON.parse(part));
      keyAt = at;
    } else if (part !== ":") {
      const name = container?.index ?? container?.key;
      const pointer = container ? `${container.pointer}/${escape(String(name))}` : "";
      offsets.set(pointer, container && container.index === undefined ? keyAt : at);
      if (part === "[") containers.push({ pointer, index: 0 });
      if (part === "{") containers.push({ pointer });
    }
  }
  return offsets;
}

const escape = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** The JSON Pointer of a member or an element of the value at another pointer. */
export function pointerTo(parent: string, name: string | number): string {
  return `${parent}/${escape(String(name))}`;
}
