import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { currentPassword } from "../../fields/password.ts";
import { recordId } from "../../fields/record.ts";
import { required } from "../../fields/required.ts";
import { session } from "./auth.ts";

/** The length of a PIN, and how many wrong ones lock it. */
export const pinLimits = {
  minDigits: 4,
  maxDigits: 8,
  /** So many wrong PINs lock a person's PIN until they sign in in another way. */
  maxWrong: 5,
  /** A correct PIN clears only wrong ones that are older than this. */
  windowSeconds: 15 * 60,
} as const;

/** The hint at a field for a PIN. */
export const pinHint = `${pinLimits.minDigits} to ${pinLimits.maxDigits} digits`;

/** Why a new PIN is rejected. */
export const weakPin = "Too easy to guess: don't repeat one digit or count up or down";

/** Every PIN that can be sent. */
export const pinPattern = new RegExp(`^[0-9]{${pinLimits.minDigits},${pinLimits.maxDigits}}$`);

/** Whether each digit follows the one before in the same step: 0000, 1234, 8901 or 4321. */
export function isWeakPin(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10);
  const [step, ...others] = new Set(steps);
  return step !== undefined && others.length === 0 && [0, 1, 9].includes(step);
}

const pin = z.string(required).min(1, required).regex(pinPattern, `Use ${pinHint}`);

/** A new PIN. The current password is needed unless the person signed in a short time ago. */
export const newPin = z.strictObject({
  pin: pin.refine((given) => !pinPattern.test(given) || !isWeakPin(given), weakPin),
  currentPassword,
});

export const pinRemoval = z.strictObject({ currentPassword });

/** The state of one's own PIN. */
export const ownPin = z.object({
  isSet: z.boolean(),
  /** After too many wrong ones, until the person signs in in another way. */
  isLocked: z.boolean(),
  /** False if the person's role requires a second factor. */
  isAllowed: z.boolean(),
});
ownPin.register(z.globalRegistry, { id: "OwnPin", description: "The state of one's own PIN" });

/** A switch to another person. */
export const personSwitch = z.strictObject({ userId: recordId, pin });

/** Somebody to whom a person can switch. */
export const switchablePerson = z.object({
  id: recordId,
  username: z.string(),
  name: z.string(),
  isLocked: z.boolean(),
  /** Those of the gates they are limited to that the caller may see; null if they are not limited. */
  gates: z.array(z.object({ id: recordId, name: z.string() })).nullable(),
});
switchablePerson.register(z.globalRegistry, {
  id: "SwitchablePerson",
  description: "A person to whom one can switch with a PIN",
});

/** Somebody to whom a person can switch. */
export type SwitchablePerson = z.output<typeof switchablePerson>;

const tag = "Sign-in";
const passwordErrors = ["auth/wrong-current-password", "auth/too-many-attempts"] as const;

export const pinEndpoints = defineEndpoints(
  { read: "view", write: "view" },
  {
    "GET /auth/pin": { tag, summary: "Whether one has a PIN", access: "own-account", response: ownPin },
    "PUT /auth/pin": {
      tag,
      summary: "Set or change one's PIN; needs the current password unless one signed in within five minutes",
      access: "own-account",
      body: newPin,
      response: ownPin,
      errors: [...passwordErrors, "auth/pin-not-allowed"],
    },
    "DELETE /auth/pin": {
      tag,
      summary: "Remove one's PIN; needs the current password unless one signed in within five minutes",
      access: "own-account",
      body: pinRemoval,
      status: 204,
      errors: [...passwordErrors],
    },
    "GET /auth/switchable-people": {
      tag,
      summary: "List the people to whom one can switch with their PIN",
      needsSession: true,
      gates: "shared",
      response: z.array(switchablePerson),
    },
    "POST /auth/switch": {
      tag,
      summary: "Switch to another person with their PIN; ends the session of the caller",
      needsSession: true,
      gates: "shared",
      body: personSwitch,
      response: session,
      errors: ["auth/wrong-pin", "auth/pin-locked", "auth/not-switchable", "auth/busy"],
    },
  },
);
