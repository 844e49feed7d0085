import * as z from "zod";
import { groupIds } from "../../fields/group-ids.ts";
import { checkIdentifier, identifierFields, identifierTypes } from "../../fields/identifier.ts";
import { plate } from "../../fields/plate.ts";
import { recordId, version } from "../../fields/record.ts";
import { instant, sentTime } from "../../fields/time.ts";
import { identifierOrigins } from "./identifier-origin.ts";

/** WIRE-8: a date without a time is the start or the end of that day at the site. */
const day = z.iso.date().refine((text) => text >= "1970-01-02", "Must be from 1970 to 9999");
const dayOrTime = z.union([sentTime, day, z.literal("").transform(() => null), z.null()]).optional();

/** ID-3: the input for an identifier. */
export const identifierDraft = identifierFields
  .extend({
    validFrom: dayOrTime,
    validTo: dayOrTime,
    /** RULE-2: the groups it belongs to; an update without them keeps them. */
    groupIds: groupIds.optional(),
  })
  .check(checkIdentifier);

/** An identifier as the server returns it. */
export const identifier = z.object({
  id: recordId,
  version,
  origin: z.enum(identifierOrigins),
  type: z.enum(identifierTypes),
  iid: z.string().describe("The plate or tag as it was entered"),
  iidNormalized: z.string().describe("The plate or tag as it is compared: without spaces, punctuation and case"),
  lp: plate.nullable(),
  vehicleType: z.string(),
  parkingId: z.string().nullable(),
  orgName: z.string().nullable(),
  ownerName: z.string().nullable(),
  ownerEmail: z.string().nullable(),
  validFrom: instant.nullable(),
  validTo: instant.nullable(),
  groupIds: z.array(recordId),
  lastSeenAt: instant.nullable().describe("When it was last read at a gate"),
});
identifier.register(z.globalRegistry, {
  id: "Identifier",
  description: "A licence plate or RFID tag that is registered",
});

/** A stored identifier. */
export type Identifier = z.output<typeof identifier>;
