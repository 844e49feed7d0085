import type * as z from "zod";
import { type CsvRecord, restoreCell } from "../../csv.ts";
import { asText } from "../../fields/as-text.ts";
import {
  checkIdentifier,
  identifierFields,
  invalidVehicleType,
  type PartialIdentifier,
} from "../../fields/identifier.ts";
import { formatCount } from "../../fields/number.ts";
import { maxGroups } from "../../fields/record.ts";
import { isStorable, notStorable } from "../../fields/text.ts";
import { vehicleTypes, vehicleTypeTitles } from "../../fields/vehicle-type.ts";
import { findOwnValue } from "../../fields/words.ts";
import { readableMessage } from "../../validation.ts";
import type { IdentifierType } from "./identifier.ts";
import { columnNames, type IdentifierColumn } from "./identifier-csv.ts";
import { type DateReading, type DayEdge, type ReadTime, readTime } from "./identifier-csv-date.ts";
import type { Headings } from "./identifier-csv-headings.ts";

interface Fields extends z.output<typeof identifierFields> {
  /** The names of its groups, if the file has the column. */
  readonly groups?: readonly string[];
}

/** A parsed line: an identifier, or all errors of the line. */
export type CsvRow =
  | { readonly draft: Fields; readonly messages?: undefined }
  | { readonly messages: readonly string[] /** The plate or tag as written. */; readonly iid: string };

type Draft = { -readonly [Field in keyof PartialIdentifier]: PartialIdentifier[Field] };

/** Where a cell goes: a field of the identifier, its groups, "foreign" for a tag in a file of plates, or nowhere. */
type Target = Exclude<keyof typeof identifierFields.shape, "type"> | "groups" | "foreign" | undefined;

const edges: Partial<Record<string, DayEdge>> = { validFrom: "start", validTo: "end" };
const maxCachedTexts = 5_000;
/** Of a cell: much more than any field may have, so that its rule rejects a longer one just the same, but faster. */
const maxCheckedLength = 10_000;
const notDecoded = "\u{fffd}";
const acceptedVehicleTypes = vehicleTypes.map((code) => `${vehicleTypeTitles[code]} (${code})`).join(", ");
/** "1.23457E+23": how spreadsheets write a long number, without its last digits. */
const rounded = /^\d(?:[.,]\d+)?e\+\d+$/i;

/** Creates a reader that checks lines by the same rules as the form. */
export function createRowReader(
  type: IdentifierType,
  { columns }: Headings,
  dates: DateReading,
): (record: CsvRecord) => CsvRow {
  const idColumn = type === "RFID" ? "rfid" : "lp";
  const targets = columns.map(({ field }) => targetOf(field, idColumn));
  const readDate = {
    start: cached((text) => readTime(text, "start", dates)),
    end: cached((text) => readTime(text, "end", dates)),
  };
  const readVehicleType = cached((text) => String(findOwnValue(identifierFields.shape.vehicleType, text) ?? text));

  return (record) => {
    const messages = shapeErrors(record, columns.length);
    const draft: Draft = { type };
    let groups: string[] | undefined;
    for (const [index, target] of targets.entries()) {
      if (target === undefined) continue;
      const whole = restoreCell(asText(record.cells[index]).trim());
      const text = target === "groups" ? whole : whole.slice(0, maxCheckedLength);
      const edge = edges[target];
      if (target === "foreign") {
        if (text !== "") messages.push(`${columnNames.rfid.title}: Is a tag, which belongs into a file of tags`);
      } else if (target === "groups") {
        groups = splitGroups(text);
        if (groups.length > maxGroups) messages.push(`${columnNames.groups.title}: At most ${maxGroups} groups`);
        if (!groups.every(isStorable)) messages.push(`${columnNames.groups.title}: ${notStorable}`);
      } else if (edge === undefined || text === "") {
        draft[target] = target === "vehicleType" ? readVehicleType(text) : text;
        if (target === "iid" && rounded.test(text)) {
          messages.push(`${columnNames[idColumn].title}: Was rounded by a spreadsheet: format its column as text`);
        }
      } else {
        const read = readDate[edge](text);
        draft[target] = "time" in read ? read.time : null;
        if ("error" in read)
          messages.push(`${columnNames[edge === "start" ? "validFrom" : "validTo"].title}: ${read.error}`);
      }
    }
    const checked = identifierFields.safeParse(draft, { error: readableMessage });
    const between: z.core.$ZodRawIssue[] = [];
    checkIdentifier({ value: checked.data ?? draft, issues: between });
    if (checked.success && between.length === 0 && messages.length === 0) {
      return { draft: { ...checked.data, ...(groups && { groups }) } };
    }
    return {
      messages: [...messages, ...ruleErrors(checked.error?.issues ?? [], between, idColumn)],
      // It is stored with its errors.
      iid: asText(draft.iid).replaceAll("\0", ""),
    };
  };
}

function targetOf(field: string | null, idColumn: "rfid" | "lp"): Target {
  if (field === idColumn) return "iid";
  if (field === "rfid") return "foreign";
  if (field === "groups") return field;
  return field !== null && field in identifierFields.shape ? (field as Target) : undefined;
}

/** The names of groups in a cell; repeated names count once. */
function splitGroups(text: string): string[] {
  const names = text.split(";").map((name) => name.trim());
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].filter((name) => name !== "");
}

/** The syntax errors of a line. */
function shapeErrors({ cells, error }: CsvRecord, expected: number): string[] {
  const messages = error === undefined ? [] : [error];
  if (cells.length !== expected)
    messages.push(`Has ${formatCount(cells.length, "cell")} where the heading has ${expected}`);
  if (cells.some((cell) => cell.includes(notDecoded))) {
    messages.push("Is not UTF-8: save the file as CSV UTF-8");
  }
  return messages;
}

/** The errors of the values; rules between fields are skipped for fields that are already invalid. */
function ruleErrors(
  own: readonly z.core.$ZodIssue[],
  between: readonly z.core.$ZodRawIssue[],
  idColumn: "rfid" | "lp",
): string[] {
  const faulty = new Set<PropertyKey | undefined>(own.map(({ path }) => path[0]));
  return [...own, ...between.filter(({ path }) => !faulty.has(path?.[0]))].map(
    ({ path: [name] = [], message }) =>
      `${columnNames[name === "iid" ? idColumn : (name as IdentifierColumn)].title}: ${message}${
        message === invalidVehicleType ? `. Accepted: ${acceptedVehicleTypes}` : ""
      }`,
  );
}

/** Caches what texts mean: files repeat them, and time zone conversion dominates the cost of a line. */
function cached<Meaning extends string | ReadTime>(read: (text: string) => Meaning): (text: string) => Meaning {
  const cache = new Map<string, Meaning>();
  return (text) => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const meaning = read(text);
    if (cache.size >= maxCachedTexts) cache.clear();
    cache.set(text, meaning);
    return meaning;
  };
}
