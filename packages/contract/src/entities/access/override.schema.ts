import * as z from "zod";
import { recordId, version } from "../../fields/record.ts";
import { requiredChoice } from "../../fields/required.ts";
import { requiredText } from "../../fields/text.ts";
import { instant, sentTime } from "../../fields/time.ts";
import { overrideKinds } from "./override-kinds.ts";

/**
 * RULE-7: the input for an override. A lockdown of the site leaves the exits as they are; a lockdown of an exit gate
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
  /** RULE-7: the barriers that it holds open and that did not confirm it. */
  unconfirmed: z.array(z.object({ gateId: recordId, gateName: z.string(), barrier: z.string(), message: z.string() })),
});
override.register(z.globalRegistry, {
  id: "AccessOverride",
  description: "A lockdown, an evacuation or a barrier that is held open",
});

/** A stored override. */
export type Override = z.output<typeof override>;
