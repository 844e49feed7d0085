import * as z from "zod";
import { requiredText } from "../../fields/text.ts";
import { instant } from "../../fields/time.ts";

const invalid = "Must be a valid URL";
const address = z
  .string(invalid)
  .trim()
  .max(500, "At most 500 characters")
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), invalid);

/** INT-1: what a person enters for MyGate. */
export const mygateDraft = z.strictObject({
  syncAPIUrl: address,
  notifyAPIUrl: address,
  deviceId: requiredText(100),
  /** MyGate's key, kept secret: left out, the stored one stays. */
  apiKey: z.union([z.literal("").transform(() => undefined), requiredText(200)]).optional(),
});

/** What a person entered, checked. */
export type MygateDraft = z.output<typeof mygateDraft>;

/** MyGate's settings as the server answers them, with how the last pull went. */
export const mygateSettings = z.object({
  syncAPIUrl: z.string(),
  notifyAPIUrl: z.string(),
  deviceId: z.string(),
  hasApiKey: z.boolean(),
  /** When the plates were last pulled as a whole. */
  lastSyncAt: instant.nullable(),
  /** Why the last attempt failed; null when it went well. */
  lastSyncFault: z.string().nullable(),
  lastAttemptAt: instant.nullable(),
  /** How many plates are here from MyGate. */
  plates: z.int(),
  /** Notices that wait to be taken. */
  waiting: z.int(),
});

/** MyGate's settings, as they stand. */
export type MygateSettings = z.output<typeof mygateSettings>;

/** What a pull changed. */
export const mygateSyncOutcome = z.object({ added: z.int(), updated: z.int(), deleted: z.int() });
