import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { session } from "./auth.schema.ts";
import { newPin, ownPin, personSwitch, pinRemoval, switchablePerson } from "./pin.schema.ts";

const tag = "Sign-in";
const passwordFaults = ["auth/wrong-current-password", "auth/too-many-attempts"] as const;

/** AUTH-14: the endpoints of PINs and of switching to another person. */
export const pinEndpoints = defineEndpoints(
  { read: "view", write: "view" },
  {
    "GET /auth/pin": { tag, summary: "Whether one has a PIN", access: "own-account", answer: ownPin },
    "PUT /auth/pin": {
      tag,
      summary: "Set or change one's PIN; needs the current password unless one signed in within five minutes",
      access: "own-account",
      body: newPin,
      answer: ownPin,
      faults: [...passwordFaults, "auth/pin-not-allowed"],
    },
    "DELETE /auth/pin": {
      tag,
      summary: "Remove one's PIN; needs the current password unless one signed in within five minutes",
      access: "own-account",
      body: pinRemoval,
      status: 204,
      faults: [...passwordFaults],
    },
    "GET /auth/switchable-people": {
      tag,
      summary: "List the people to whom one can switch with their PIN",
      needsSession: true,
      gates: "shared",
      answer: z.array(switchablePerson),
    },
    "POST /auth/switch": {
      tag,
      summary: "Switch to another person with their PIN; ends the session of the caller",
      needsSession: true,
      gates: "shared",
      body: personSwitch,
      answer: session,
      faults: ["auth/wrong-pin", "auth/pin-locked", "auth/not-switchable", "auth/busy"],
    },
  },
);
