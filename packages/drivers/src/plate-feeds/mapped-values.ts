import type { MappedField, MappedFields } from "@gatehouse/contract/entities/payload-mapping";
import type { DetectionImage } from "@gatehouse/contract/events/detection";
import { isInvalidTime, parseEpoch, parseTime, type Zone } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import { decodeImage } from "./images.ts";
import { maxTextLength, omittedBytes } from "./payload-tree.ts";
import { isObject, numberOf, rawText, textOf } from "./payload-values.ts";
import { speedOf, toFraction, withoutPercentSign } from "./plate-report.ts";

/** The type that each field of a mapping is read as. */
interface FieldValues {
  plate: string;
  tag: string;
  time: Date;
  date: Date;
  direction: "N" | "X";
  confidence: number;
  camera: string;
  channel: string;
  id: string;
  speed: number;
  picture: readonly DetectionImage[];
  platePicture: readonly DetectionImage[];
}

/** Reads a field from the value found at its path: null if that is impossible. */
export type ReadField<Field extends MappedField> = (
  given: unknown,
  assigned: NonNullable<MappedFields[Field]>,
  zone: Zone,
) => FieldValues[Field] | null;

/** The longest text of a value; a sample leaves out longer ones too. */
const shortText = (given: unknown) => {
  const text = rawText(given);
  return text === undefined || text.length > maxTextLength ? undefined : text;
};

const kmphPer = { kmph: 1, mph: 1.609_344, mps: 3.6 } as const;

/** How the fields of a mapping are read, with a sentence for values that can't be. */
export const fieldReaders: {
  readonly [Field in MappedField]: { readonly read: ReadField<Field>; readonly fault: string };
} = {
  plate: {
    read: (given) => shortText(given) ?? null,
    fault: `This is not a text of at most ${maxTextLength} characters.`,
  },
  tag: { read: (given) => textOf(given, 64), fault: "This is not a text of at most 64 characters." },
  time: { read: readTime, fault: "This is not a time in the selected format." },
  date: {
    read: (given, _, zone) => readTime(given, { format: "day-first" }, zone),
    fault: "This is not a date in the selected format.",
  },
  direction: { read: readDirection, fault: "Unknown word: assign it to entry or exit." },
  confidence: {
    read: (given, { unit }) => toFraction(withoutPercentSign(shortText(given)), unit === "percent" ? 100 : 1),
    fault: "This is not a number of the selected unit.",
  },
  camera: { read: (given) => textOf(given), fault: "This is not a text of at most 100 characters." },
  channel: { read: (given) => textOf(given), fault: "This is not a text of at most 100 characters." },
  id: { read: (given) => textOf(given, 255), fault: "This is not a text of at most 255 characters." },
  speed: {
    read: (given, { unit }) => speedOf((numberOf(shortText(given)) ?? 0) * kmphPer[unit]),
    fault: "This is not a speed.",
  },
  picture: { read: (given) => readPicture("full", given), fault: "This is not a picture." },
  platePicture: { read: (given) => readPicture("plate", given), fault: "This is not a picture." },
};

const otherNotation = /^\s*(\d{1,2})([./-])(\d{1,2})\2(\d{4})(.*)$/s;
const unixTime = /^\s*\d{9,}(\.\d+)?\s*$/;

const dateAlone = /^\s*[\d./-]{8,10}\s*$/;

/** Whether a time is only a date, which is read as its first moment. */
export const isDateAlone = (given: unknown): boolean => {
  const text = shortText(given) ?? "";
  return dateAlone.test(text) && !unixTime.test(text);
};

/** Reads a time in the selected notation; null if that is impossible. */
export function readTime(
  given: unknown,
  { format }: Pick<NonNullable<MappedFields["time"]>, "format">,
  zone: Zone,
): Date | null {
  const text = `${shortText(given)?.trim() ?? ""}${isDateAlone(given) ? " 00:00:00" : ""}`;
  const [, first = "", , second = "", year = "", rest = ""] = otherNotation.exec(text) ?? [];
  const [day, month] = format === "month-first" ? [second, first] : [first, second];
  const isOtherNotation = year !== "" && format !== "automatic";
  const at = isOtherNotation ? parseTime(`${year}-${month}-${day}${rest}`, zone) : readCommonTime(text, zone);
  return at === null || isInvalidTime(at) ? null : at;
}

const readCommonTime = (text: string, zone: Zone) => (unixTime.test(text) ? parseEpoch(text) : parseTime(text, zone));

function readDirection(given: unknown, { words }: NonNullable<MappedFields["direction"]>): "N" | "X" | null {
  const text = shortText(given)?.trim().toLowerCase();
  return words.find(({ word }) => word.toLowerCase() === text)?.direction ?? directionOf(text);
}

function readPicture(kind: DetectionImage["kind"], given: unknown): readonly DetectionImage[] | null {
  if (given instanceof Uint8Array) return [{ kind, bytes: given }];
  // A sample has only the size of its pictures.
  if (omittedBytes(given) !== undefined) return [{ kind, bytes: new Uint8Array() }];
  const images = decodeImage(kind, isObject(given) ? given["#text"] : given);
  return images.length === 0 ? null : images;
}
