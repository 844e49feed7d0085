import * as z from "zod";
import {
  characterFault,
  maxIdentifierLength,
  noLetterOrDigit,
  normalizeIdentifier,
} from "../../fields/identifier-text.ts";
import { atLeast } from "../../fields/number.ts";
import { endsBeforeStart } from "../../fields/period-fault.ts";
import { recordId, version } from "../../fields/record.ts";
import { optionalText, requiredText } from "../../fields/text.ts";
import { instant, sentTime } from "../../fields/time.ts";

/** PASS-1: the input for a visitor's pass: a plate, a tag or both. */
export const passDraft = z
  .strictObject({
    lp: optionalText(maxIdentifierLength).default(null),
    rfid: optionalText(maxIdentifierLength).default(null),
    name: requiredText(),
    host: optionalText().default(null),
    /** OPS-3: for a call from the station. */
    hostPhone: optionalText(40)
      .refine((text) => !text || (/^\+?[\d\s()/-]*$/.test(text) && /\d/.test(text)), "Must be a phone number")
      .default(null),
    validFrom: sentTime,
    validTo: sentTime,
    /** How many entries it allows; null: any number. */
    uses: atLeast(1).nullable().default(null),
    /** Empty: all gates. */
    gateIds: z
      .array(recordId)
      .max(500, "At most 500 gates")
      .refine((ids) => new Set(ids).size === ids.length, "Duplicate gate")
      .default([]),
  })
  .check(({ value, issues }) => {
    const fault = (path: keyof typeof value, message: string) =>
      issues.push({ code: "custom", path: [path], input: value[path], message });
    const read = (path: "lp" | "rfid", type: "LICENSE_PLATE" | "RFID") => {
      const text = value[path] ?? "";
      const message = characterFault(type, text);
      if (message) fault(path, message);
      else if (text !== "" && normalizeIdentifier(text) === "") fault(path, noLetterOrDigit);
    };
    if (!value.lp && !value.rfid) fault("lp", "Enter a plate or a tag");
    read("lp", "LICENSE_PLATE");
    read("rfid", "RFID");
    if (Date.parse(value.validFrom) > Date.parse(value.validTo)) fault("validTo", endsBeforeStart);
  });

/** A pass as the server returns it. */
export const pass = z.object({
  id: recordId,
  version,
  lp: z.string().nullable(),
  rfid: z.string().nullable(),
  name: z.string(),
  host: z.string().nullable(),
  hostPhone: z.string().nullable(),
  validFrom: instant,
  validTo: instant,
  uses: z.int().nullable(),
  /** PASS-2: entries so far. An entry counts when the passage is confirmed. */
  used: z.int(),
  gateIds: z.array(recordId),
});
pass.register(z.globalRegistry, { id: "VisitorPass", description: "The pass of a visitor" });

/** A stored pass. */
export type Pass = z.output<typeof pass>;
