/** Adds an import statement; Biome sorts the imports afterwards. */
export function addImport(text: string, statement: string): string {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.startsWith("import "));
  if (first < 0) return `${statement}\n\n${text}`;
  return lines.toSpliced(first, 0, statement).join("\n");
}

/** Adds a line to a block in alphabetical order; the block starts with the line `opening`. */
export function addSorted(text: string, opening: string, line: string): string {
  const { lines, start, end } = findBlock(text, opening);
  const next = lines.findIndex((other, index) => index > start && index < end && sortKey(other) > sortKey(line));
  return lines.toSpliced(next < 0 ? end : next, 0, line).join("\n");
}

/** Adds a line at the end of a block. */
export function addLast(text: string, opening: string, line: string): string {
  const { lines, end } = findBlock(text, opening);
  return lines.toSpliced(end, 0, line).join("\n");
}

/** Adds a line to a block, before the line that starts with `before`. */
export function addBefore(text: string, opening: string, before: string, line: string): string {
  const { lines, start, end } = findBlock(text, opening);
  const place = lines.findIndex((other, index) => index > start && index < end && other.trim().startsWith(before));
  if (place < 0) throw new Error(`no line "${before}" after "${opening}"; add "${line.trim()}" yourself`);
  return lines.toSpliced(place, 0, line).join("\n");
}

/** Adds an item at the end of an array, or before the identifier `before`; the array may span several lines. */
export function addItem(text: string, opening: string, item: string, before?: string): string {
  const start = text.indexOf(opening) + opening.length;
  const end = text.indexOf("]", start);
  if (start < opening.length || end < 0) throw new Error(`no array "${opening}"; add ${item} yourself`);
  const items = text.slice(start, end).trimEnd();
  return `${text.slice(0, start)}${insertItem(items, item, before)}${text.slice(end)}`;
}

/** Fails if the text already contains `entry`. */
export function rejectExisting(text: string, entry: string, message: string): void {
  if (text.includes(entry)) throw new Error(message);
}

function insertItem(items: string, item: string, before: string | undefined): string {
  if (before === undefined) return `${items}${items === "" || items.endsWith(",") ? "" : ","} ${item}`;
  const place = items.search(new RegExp(`\\b${before}\\b`));
  if (place < 0) throw new Error(`no item "${before}"; add ${item} yourself`);
  return `${items.slice(0, place)}${item}, ${items.slice(place)}`;
}

function findBlock(text: string, opening: string): { lines: string[]; start: number; end: number } {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.startsWith(opening));
  if (start < 0) throw new Error(`no line "${opening}"`);
  const indent = /^\s*/.exec(lines[start] ?? "")?.[0] ?? "";
  // A line such as `): Handlers => ({` closes the parameters and opens the block.
  const closing = new RegExp(`^${indent}[}\\])](?!.*[{[(]$)`);
  const end = lines.findIndex((line, index) => index > start && closing.test(line));
  if (end < 0) throw new Error(`the block after "${opening}" isn't closed`);
  return { lines, start, end };
}

function sortKey(line: string): string {
  return line.trim().toLowerCase();
}
