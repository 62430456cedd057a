// Returns the position of a value in a valid JSON text.

/** Line and column, from 1, of the value at a JSON Pointer, otherwise of its nearest parent. */
export function positionOfPointer(
  text: string, pointer: string,
): { line: number; column: number } | undefined {
  const places = valuePlaces(text);
  let wanted = pointer;
  while (wanted !== "" && !places.has(wanted)) wanted = wanted.slice(0, wanted.lastIndexOf("/"));
  const offset = places.get(wanted);
  if (offset === undefined) return undefined;
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const token = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/gy;

interface Level {
  pointer: string;
  /** The next element's index; undefined in objects. */
  index?: number;
  key?: string;
}

/** The offset of each value by its pointer; of a member, that of its name. */
function valuePlaces(text: string): Map<string, number> {
  const places = new Map<string, number>();
  const levels: Level[] = [];
  let keyAt = 0;
  token.lastIndex = 0;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [, part = ""] = found;
    const at = token.lastIndex - part.length;
    const level = levels.at(-1);
    if (part === "]" || part === "}") {
      levels.pop();
    } else if (part === ",") {
      if (level?.index !== undefined) level.index += 1;
      else if (level) level.key = undefined;
    } else if (level && level.index === undefined && level.key === undefined) {
      level.key = String(JSON.parse(part));
      keyAt = at;
    } else if (part !== ":") {
      const name = level?.index ?? level?.key;
      const pointer = level ? `${level.pointer}/${escape(String(name))}` : "";
      places.set(pointer, level && level.index === undefined ? keyAt : at);
      if (part === "[") levels.push({ pointer, index: 0 });
      if (part === "{") levels.push({ pointer });
    }
  }
  return places;
}

const escape = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** The parts of a JSON Pointer below another one's. */
export function pointerTo(parent: string, name: string | number): string {
  return `${parent}/${escape(String(name))}`;
}
