const masked = "…";

const word = /[\p{L}\d_-]{4,}/gu;
/** A plate, a token or a key has letters and digits. */
const isMixed = (text: string) => /\p{L}/u.test(text) && /\d/.test(text);

/** Removes what may identify a vehicle, a person or a secret from a text: quoted values, URLs and codes. */
export function scrubText(text: string): string {
  return text
    .replaceAll(/\b[a-z][a-z+.-]*:\/\/\S+/gi, masked)
    .replaceAll(/\b(?:Bearer|Basic|Digest)\s+\S+/gi, masked)
    .replaceAll(/"[^"]*"|'[^']*'|“[^”]*(?:”|$)/g, masked)
    .replaceAll(/(?<!\S)\S+@\S+/g, masked)
    .replaceAll(word, (text) => (isMixed(text) ? masked : text));
}

/** The fields of a line of the log that are texts of this program, not of a site. */
const plainTexts = ["time", "requestId", "method", "job", "code", "constraint", "table", "name"];

type Values = Readonly<Record<string, unknown>>;

/** A line of the log with known fields only; undefined if it is no line of the log. */
export function scrubLogLine(line: string): Values | undefined {
  const parsed = parseLine(line);
  if (!parsed) return undefined;
  const { msg, path, error, ...rest } = parsed;
  return {
    ...pickPlain(rest, ["time", "requestId", "method", "job"]),
    ...(typeof msg === "string" && { msg: scrubText(msg) }),
    ...(typeof path === "string" && { path: scrubPath(path) }),
    ...(isRecord(error) && { error: scrubError(error) }),
  };
}

function parseLine(line: string): Values | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Values => typeof value === "object" && value !== null;

function pickPlain(values: Values, texts: readonly string[] = plainTexts): Values {
  const entries = Object.entries(values).filter(
    ([key, value]) =>
      typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && texts.includes(key)),
  );
  return Object.fromEntries(entries);
}

/** Words and ids of a path; other parts may be a plate or a name. */
const scrubPath = (path: string) =>
  path
    .split("/")
    .map((part) => (/^([a-z-]*|\d{1,9})$/.test(part) ? part : masked))
    .join("/");

function scrubError({ message, stack, ...rest }: Values): Values {
  const frames = typeof stack === "string" ? stack.split("\n").filter((line) => /^\s+at /.test(line)) : [];
  return {
    ...pickPlain(rest),
    ...(typeof message === "string" && { message: scrubText(message) }),
    ...(frames.length > 0 && {
      stack: frames.map((frame) =>
        frame.trim().replaceAll(/(?<!\S)\(?(?:file:\/\/)?\/\S*\/(packages|node_modules)\//g, "($1/"),
      ),
    }),
  };
}
