/** Adds an import; its place among the others is Biome's to find. */
export function addImport(text: string, statement: string): string {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.startsWith("import "));
  if (first < 0) return `${statement}\n\n${text}`;
  return lines.toSpliced(first, 0, statement).join("\n");
}

/** Adds a line to the block that a line opens, before the first line that sorts after it. */
export function addSorted(text: string, opening: string, line: string): string {
  const { lines, start, end } = findBlock(text, opening);
  const later = lines.findIndex((other, index) => index > start && index < end && order(other) > order(line));
  return lines.toSpliced(later < 0 ? end : later, 0, line).join("\n");
}

/** Adds a line to the block that a line opens, right before another line of it. */
export function addBefore(text: string, opening: string, before: string, line: string): string {
  const { lines, start, end } = findBlock(text, opening);
  const place = lines.findIndex((other, index) => index > start && index < end && other.trim().startsWith(before));
  if (place < 0) throw new Error(`there is no line "${before}" after "${opening}", add "${line.trim()}" by hand`);
  return lines.toSpliced(place, 0, line).join("\n");
}

/** Adds an item at the end of a list that is written on one line or on several. */
export function addItem(text: string, opening: string, item: string): string {
  const start = text.indexOf(opening);
  const end = text.indexOf("]", start + opening.length);
  if (start < 0 || end < 0) throw new Error(`there is no "${opening}", add ${item} by hand`);
  const items = text.slice(start + opening.length, end).trimEnd();
  const comma = items === "" || items.endsWith(",") ? "" : ",";
  return `${text.slice(0, start + opening.length)}${items}${comma} ${item}${text.slice(end)}`;
}

function findBlock(text: string, opening: string): { lines: string[]; start: number; end: number } {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.startsWith(opening));
  if (start < 0) throw new Error(`there is no line "${opening}"`);
  const indent = /^\s*/.exec(lines[start] ?? "")?.[0] ?? "";
  const end = lines.findIndex((line, index) => index > start && new RegExp(`^${indent}[}\\])]`).test(line));
  if (end < 0) throw new Error(`the block of "${opening}" has no end`);
  return { lines, start, end };
}

function order(line: string): string {
  return line.trim().toLowerCase();
}
