import type { Payload } from "./feed.ts";
import { isObject, rawText } from "./payload-values.ts";
import { isUnread, plateError } from "./plate-report.ts";

/** Names of plates in all known formats, in lower case without separators. */
const plateNames = new Set([
  "plate",
  "platenumber",
  "plateno",
  "platenum",
  "platetext",
  "plateutf8",
  "plateascii",
  "platestring",
  "plateread",
  "licenseplate",
  "licenceplate",
  "licenseplatenumber",
  "licenceplatenumber",
  "licenseplateno",
  "licensenumber",
  "recognizedlicenseplate",
  "bestplatenumber",
  "numberplate",
  "vehicleplate",
  "vehiclenumber",
  "registration",
  "registrationnumber",
  "lp",
  "lpn",
  "lpr",
  "vrm",
  "vrn",
]);
const isPlateName = (name: unknown) =>
  typeof name === "string" && name.length <= 40 && plateNames.has(name.toLowerCase().replaceAll(/[@_\s-]/g, ""));

/** Some formats have names and values as members: `<SimpleItem Name="PlateNumber" Value="…">`. */
const nameMembers = ["@Name", "Name", "name", "Key", "key", "description"];
const valueMembers = ["@Value", "Value", "value"];

/** The longest plate without separators that a vehicle has. */
const maxLength = 12;

function toPlate(value: unknown): string | undefined {
  const text = rawText(value)?.trim();
  if (text === undefined) return undefined;
  const isPlate = text.length <= 2 * maxLength && /\d/.test(text) && !isUnread(text) && plateError(text) === undefined;
  return isPlate ? text : undefined;
}

/** A plate in a payload from which none was read, by the usual names of plates. */
export const findLostPlate = ({ json, xml, form, otherTexts }: Payload): string | undefined =>
  findIn([json, xml, form, otherTexts]);

/** The parsers limit the depth. */
function findIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return firstFound(value, findIn);
  if (!isObject(value)) return undefined;
  const isNamed = nameMembers.some((name) => Object.hasOwn(value, name) && isPlateName(value[name]));
  const beside = isNamed ? firstFound(valueMembers, (name) => toPlate(value[name])) : undefined;
  return (
    beside ??
    firstFound(
      Object.entries(value),
      ([name, inner]) => (isPlateName(name) ? toPlate(inner) : undefined) ?? findIn(inner),
    )
  );
}

function firstFound<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
