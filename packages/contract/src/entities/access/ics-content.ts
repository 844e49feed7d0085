/** What is wrong with a calendar file, and in which line. */
export interface IcsProblem {
  readonly line: number;
  readonly reason: string;
}

/** A property of an iCalendar file (RFC 5545), with the number of its first line. */
export interface IcsProperty {
  readonly line: number;
  readonly name: string;
  readonly value: string;
}

/** An event with its properties. */
export interface IcsEvent {
  readonly line: number;
  readonly properties: readonly IcsProperty[];
}

/** A name, parameters whose quoted values may contain separators, and a value. */
const propertyPattern = /^([A-Za-z0-9-]+)(?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:])*)*:(.*)$/;

/** Joins folded lines: a line that starts with a space or tab continues the previous one. */
function unfold(text: string): { line: number; text: string }[] {
  const unfolded: { line: number; text: string }[] = [];
  for (const [place, line] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .entries()) {
    const last = unfolded.at(-1);
    if (last && /^[ \t]/.test(line)) last.text += line.slice(1);
    else unfolded.push({ line: place + 1, text: line });
  }
  return unfolded.filter(({ text }) => text.trim() !== "");
}

/** Reads the events of a calendar file. Stops at the first line that is not iCalendar. */
export function readIcsEvents(text: string): { events: readonly IcsEvent[]; problem: IcsProblem | null } {
  const lines = unfold(text);
  const events: IcsEvent[] = [];
  const open: { line: number; name: string; properties: IcsProperty[] }[] = [];
  const fail = (line: number, reason: string) => ({ events, problem: { line, reason } });
  if (lines[0]?.text.trim().toUpperCase() !== "BEGIN:VCALENDAR")
    return fail(lines[0]?.line ?? 1, "A calendar file must start with BEGIN:VCALENDAR");
  for (const { line, text: content } of lines) {
    const [, name = "", value = ""] = propertyPattern.exec(content) ?? [];
    const component = value.trim().toUpperCase();
    if (name === "") return fail(line, "Not a calendar line: a name, a colon and a value are expected");
    if (name.toUpperCase() === "BEGIN") open.push({ line, name: component, properties: [] });
    else if (name.toUpperCase() === "END") {
      const closed = open.pop();
      if (closed?.name !== component) return fail(line, `END:${component} without BEGIN:${component}`);
      if (component === "VEVENT") events.push({ line: closed.line, properties: closed.properties });
    } else if (open.length === 0) return fail(line, "Text after the end of the calendar");
    else open.at(-1)?.properties.push({ line, name: name.toUpperCase(), value });
  }
  const unclosed = open.at(-1);
  return unclosed
    ? fail(unclosed.line, `BEGIN:${unclosed.name} without END:${unclosed.name}`)
    : { events, problem: null };
}

/** Plain text of a TEXT value. */
export const unescapeText = (value: string): string =>
  value.replace(/\\([\\;,nN])/g, (_, mark: string) => (mark.toLowerCase() === "n" ? " " : mark)).trim();
