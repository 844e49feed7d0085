/** A labelled detail of an alert. */
export interface AlertFact {
  readonly label: string;
  readonly text: string;
}

/** The details of an alert with readable labels: `barrierId: 3` is "Barrier: #3", `lastReply` is "Last reply". */
export const toAlertFacts = (info: Readonly<Record<string, unknown>>): AlertFact[] =>
  Object.entries(info)
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([key, value]) => {
      const isId = key.endsWith("Id") && typeof value === "number";
      return isId
        ? { label: toLabel(key.slice(0, -"Id".length)), text: `#${value}` }
        : { label: toLabel(key), text: formatFact(value) };
    });

/** Words of a camel-case key, in sentence case; abbreviations such as IP stay in capitals. */
function toLabel(key: string): string {
  const words = key
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .trim()
    .split(" ")
    .map((word) => (abbreviations.has(word.toLowerCase()) ? word.toUpperCase() : word.toLowerCase()))
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const abbreviations = new Set(["ip", "url", "uid", "id", "lp", "rfid"]);

function formatFact(value: unknown): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.map(formatFact).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  return toAlertFacts({ ...value })
    .map(({ label, text }) => `${label}: ${text}`)
    .join(", ");
}
