import * as z from "zod";
import {
  characterError,
  maxIdentifierLength,
  maxPlateLength,
  noLetterOrDigit,
  normalizeIdentifier,
} from "./identifier-text.ts";
import { optionalText, requiredText } from "./text.ts";
import { endsBeforeStart, isAfter, sentTime } from "./time.ts";
import { vehicleTypes, vehicleTypeWords } from "./vehicle-type.ts";
import { acceptWords } from "./words.ts";

export const identifierTypes = ["LICENSE_PLATE", "RFID"] as const;

/** The message about the vehicle type of a plate. */
export const invalidVehicleType = "Invalid vehicle type";

const optionalTime = z.union([sentTime, z.literal("").transform(() => null), z.null()]).optional();

const readable = requiredText(maxIdentifierLength).refine(
  (text) => text === "" || normalizeIdentifier(text) !== "",
  noLetterOrDigit,
);

/** The fields of an identifier, from a form, a CSV file or the integration API. */
export const identifierFields = z.strictObject({
  type: z.enum(identifierTypes, "Must be LICENSE_PLATE or RFID"),
  iid: readable,
  lp: optionalText(maxPlateLength),
  vehicleType: acceptWords(requiredText(64), vehicleTypeWords),
  parkingId: optionalText(),
  orgName: optionalText(),
  ownerName: optionalText(),
  ownerEmail: z.union([z.literal("").transform(() => null), z.email("Must be a valid email"), z.null()]).optional(),
  validFrom: optionalTime,
  validTo: optionalTime,
});

type Fields = z.output<typeof identifierFields>;

/** The fields of an identifier, possibly incomplete. */
export type PartialIdentifier = { readonly type: Fields["type"] } & {
  readonly [Field in Exclude<keyof Fields, "type">]?: string | null | undefined;
};

/** The rules between fields: a tag has a plate, a plate has a known vehicle type, and validFrom is not after validTo. */
export function checkIdentifier({ value, issues }: { value: PartialIdentifier; issues: z.core.$ZodRawIssue[] }): void {
  const addError = (path: keyof Fields, message: string) =>
    issues.push({ code: "custom", path: [path], input: value[path], message });
  if (value.type === "RFID" && !value.lp) addError("lp", "Required");
  const iidError = characterError(value.type, value.iid ?? "");
  if (iidError) addError("iid", iidError);
  const lpError = characterError("LICENSE_PLATE", value.lp ?? "");
  if (lpError) addError("lp", lpError);
  if (value.type === "LICENSE_PLATE" && !(vehicleTypes as readonly string[]).includes(value.vehicleType ?? ""))
    addError("vehicleType", invalidVehicleType);
  if (isAfter(value.validFrom, lastMoment(value.validTo))) addError("validTo", endsBeforeStart);
}

/** A date without a time ends, at the latest, where the day ends last on Earth. */
const lastMoment = (text: string | null | undefined) =>
  text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59.999-12:00` : text;
