import * as z from "zod";
import { eventId } from "../../events/event-fields.ts";
import { maxIdentifierLength, noLetterOrDigit, normalizeIdentifier } from "../../fields/identifier-text.ts";
import { recordId, version } from "../../fields/record.ts";
import { requiredText } from "../../fields/text.ts";
import { instant } from "../../fields/time.ts";

/** RULE-4: the input for a correction of who is inside. */
export const presenceDraft = z.strictObject({
  /** The plate, or the tag of a vehicle without a registered plate. */
  vehicle: requiredText(maxIdentifierLength)
    .transform(normalizeIdentifier)
    .refine((text) => text !== "", noLetterOrDigit),
  areaId: recordId,
  /** RULE-4: anti-passback ignores the next passage of the vehicle. */
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
