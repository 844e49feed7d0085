import * as z from "zod";
import { currentPassword } from "../../fields/entered-password.ts";
import { recordId } from "../../fields/record.ts";
import { required } from "../../fields/required.ts";
import { pinHint, weakPin } from "./pin.messages.ts";
import { isWeakPin, pinPattern } from "./pin-rules.ts";

const pin = z.string(required).min(1, required).regex(pinPattern, `Use ${pinHint}`);

/** AUTH-14: a new PIN. The current password is needed unless the person signed in a short time ago. */
export const newPin = z.strictObject({
  pin: pin.refine((given) => !pinPattern.test(given) || !isWeakPin(given), weakPin),
  currentPassword,
});

/** AUTH-14: the removal of a PIN. */
export const pinRemoval = z.strictObject({ currentPassword });

/** AUTH-14: the state of one's own PIN. */
export const ownPin = z.object({
  isSet: z.boolean(),
  /** After too many wrong ones, until the person signs in in another way. */
  isLocked: z.boolean(),
  /** False if the person's role requires a second factor. */
  isAllowed: z.boolean(),
});
ownPin.register(z.globalRegistry, { id: "OwnPin", description: "The state of one's own PIN" });

/** AUTH-14: a switch to another person. */
export const personSwitch = z.strictObject({ userId: recordId, pin });

/** AUTH-14: somebody to whom a person can switch. */
export const switchablePerson = z.object({
  id: recordId,
  username: z.string(),
  name: z.string(),
  isLocked: z.boolean(),
  /** ROLE-3: those of the gates they are limited to that the caller may see; null if they are not limited. */
  gates: z.array(z.object({ id: recordId, name: z.string() })).nullable(),
});
switchablePerson.register(z.globalRegistry, {
  id: "SwitchablePerson",
  description: "A person to whom one can switch with a PIN",
});

/** Somebody to whom a person can switch. */
export type SwitchablePerson = z.output<typeof switchablePerson>;
