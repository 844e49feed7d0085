import * as z from "zod";
import { identifierTypes } from "../../fields/identifier.ts";
import {
  characterError,
  maxIdentifierLength,
  noLetterOrDigit,
  normalizeIdentifier,
} from "../../fields/identifier-text.ts";
import { atLeast } from "../../fields/number.ts";
import { eventId, recordId, version } from "../../fields/record.ts";
import { requiredChoice } from "../../fields/required.ts";
import { optionalText, requiredText } from "../../fields/text.ts";
import { endsBeforeStart, instant, sentTime } from "../../fields/time.ts";

/** The input for an area. Without a capacity it is never full; a capacity of 0 admits no vehicles. */
export const areaDraft = z.strictObject({
  name: requiredText(),
  parentId: recordId.nullable().default(null),
  capacity: atLeast(0).nullable().default(null),
});

/** An area as the server returns it. */
export const area = areaDraft.extend({ id: recordId, version });
area.register(z.globalRegistry, { id: "AccessArea", description: "An area with its capacity" });

export type Area = z.output<typeof area>;

export const groupDraft = z.strictObject({
  // A CSV file separates the groups of an identifier by semicolons.
  name: requiredText().refine((name) => !name.includes(";"), "Must not contain a semicolon"),
});

/** A group as the server returns it. */
export const group = groupDraft.extend({ id: recordId, version });
group.register(z.globalRegistry, { id: "AccessGroup", description: "A group of vehicles" });

export type Group = z.output<typeof group>;

/** The lists of plates and tags, by the kind of their entries: a deny entry denies, a watch entry only raises an alert. */
export const accessListTitles = { deny: "Deny list", watch: "Watch list" } as const;

/** The kind of an entry. */
export type AccessListKind = keyof typeof accessListTitles;

const accessListKinds = Object.keys(accessListTitles) as [AccessListKind, ...AccessListKind[]];

export const listEntryDraft = z
  .strictObject({
    kind: z.enum(accessListKinds, requiredChoice),
    type: z.enum(identifierTypes, requiredChoice),
    iid: requiredText(maxIdentifierLength).refine(
      (text) => text === "" || normalizeIdentifier(text) !== "",
      noLetterOrDigit,
    ),
    reason: requiredText(),
    /** Null: until it is deleted. */
    until: z.union([sentTime, z.null()]).default(null),
  })
  .check(({ value, issues }) => {
    const message = characterError(value.type, value.iid);
    if (message) issues.push({ code: "custom", path: ["iid"], input: value.iid, message });
  });

/** An entry as the server returns it. */
export const listEntry = z.object({
  id: recordId,
  version,
  kind: z.enum(accessListKinds),
  type: z.enum(identifierTypes),
  iid: z.string(),
  reason: z.string(),
  until: instant.nullable(),
});
listEntry.register(z.globalRegistry, { id: "AccessListEntry", description: "An entry of a deny, watch or allow list" });

export type ListEntry = z.output<typeof listEntry>;

/** What an override does, with its title. */
export const overrideKinds = ["lockdown", "hold-open", "evacuate"] as const;

export type OverrideKind = (typeof overrideKinds)[number];

export const overrideTitles: Record<OverrideKind, string> = {
  lockdown: "Lockdown",
  "hold-open": "Hold open",
  evacuate: "Evacuate",
};

/**
 * The input for an override. A lockdown of the site leaves the exits as they are; a lockdown of an exit gate
 * closes it. Evacuate opens and holds the exits.
 */
export const overrideDraft = z.strictObject({
  kind: z.enum(overrideKinds, requiredChoice),
  /** Null: the whole site. */
  gateId: recordId.nullable().default(null),
  until: sentTime,
  reason: requiredText(),
});

/** An override as the server returns it. */
export const override = overrideDraft.extend({
  id: recordId,
  version,
  until: instant,
  /** When it started and who started it. */
  since: instant,
  by: z.string(),
  isActive: z.boolean(),
  /** The barriers that it holds open and that did not confirm it. */
  unconfirmed: z.array(z.object({ gateId: recordId, gateName: z.string(), barrier: z.string(), message: z.string() })),
});
override.register(z.globalRegistry, {
  id: "AccessOverride",
  description: "A lockdown, an evacuation or a barrier that is held open",
});

export type Override = z.output<typeof override>;

/** The input for a visitor's pass: a plate, a tag or both. */
export const passDraft = z
  .strictObject({
    lp: optionalText(maxIdentifierLength).default(null),
    rfid: optionalText(maxIdentifierLength).default(null),
    name: requiredText(),
    host: optionalText().default(null),
    /** For a call from the station. */
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
    const addError = (path: keyof typeof value, message: string) =>
      issues.push({ code: "custom", path: [path], input: value[path], message });
    const read = (path: "lp" | "rfid", type: "LICENSE_PLATE" | "RFID") => {
      const text = value[path] ?? "";
      const message = characterError(type, text);
      if (message) addError(path, message);
      else if (text !== "" && normalizeIdentifier(text) === "") addError(path, noLetterOrDigit);
    };
    if (!value.lp && !value.rfid) addError("lp", "Enter a plate or a tag");
    read("lp", "LICENSE_PLATE");
    read("rfid", "RFID");
    if (Date.parse(value.validFrom) > Date.parse(value.validTo)) addError("validTo", endsBeforeStart);
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
  /** Entries so far. An entry counts when the passage is confirmed. */
  used: z.int(),
  gateIds: z.array(recordId),
});
pass.register(z.globalRegistry, { id: "VisitorPass", description: "The pass of a visitor" });

export type Pass = z.output<typeof pass>;

export const presenceDraft = z.strictObject({
  /** The plate, or the tag of a vehicle without a registered plate. */
  vehicle: requiredText(maxIdentifierLength)
    .transform(normalizeIdentifier)
    .refine((text) => text !== "", noLetterOrDigit),
  areaId: recordId,
  /** Anti-passback ignores the next passage of the vehicle. */
  isForgiven: z.boolean().default(false),
});

/** A vehicle that is inside, as the server returns it. */
export const presence = z.object({
  id: recordId,
  version,
  vehicle: z.string(),
  areaId: recordId,
  isForgiven: z.boolean(),
  since: instant,
  /** The event that it is known by; null if a person entered it. */
  eventId: eventId.nullable(),
  eventModule: z.string().nullable(),
  /** The owner of the registered plate or tag, or the visitor's name. */
  name: z.string().nullable(),
});
presence.register(z.globalRegistry, { id: "Presence", description: "A vehicle that is inside" });

/** A vehicle that is inside. */
export type Presence = z.output<typeof presence>;

/** A full area admits vehicles again when this many places are free. Without zod, because the engine uses it. */
export const reopensWithFree = 2;
