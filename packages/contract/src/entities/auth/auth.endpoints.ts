import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import type { FaultCode } from "../../errors.ts";
import { credentials, passwordChange, session } from "./auth.schema.ts";

const passwordFaults: readonly FaultCode[] = [
  "auth/no-password",
  "auth/wrong-current-password",
  "auth/too-many-attempts",
  "auth/busy",
];

/** The endpoints of signing in. */
export const authEndpoints = defineEndpoints(
  { read: "view", write: "view" },
  {
    "POST /auth/login": {
      tag: "Sign-in",
      summary: "Sign in",
      access: "public",
      headers: z.object({ "app-id": z.string().optional() }),
      body: credentials,
      answer: session,
      faults: [
        "auth/wrong-credentials",
        "auth/unknown-app",
        "auth/disabled",
        "auth/invitation-expired",
        "auth/local-disabled",
        "auth/too-many-attempts",
        "auth/busy",
      ],
    },
    "POST /auth/reset-password": {
      tag: "Sign-in",
      summary: "Replace the one-time password; ends every other session of this person",
      access: "any-session",
      body: passwordChange,
      answer: session,
      faults: passwordFaults,
    },
    "POST /auth/change-password": {
      tag: "Sign-in",
      summary: "Change the password from the account menu; ends every other session of this person",
      access: "own-account",
      body: passwordChange,
      answer: session,
      faults: passwordFaults,
    },
    "POST /auth/renew": {
      tag: "Sign-in",
      summary: "Exchange a token that is still valid for a fresh one; only this call counts as use of the session",
      access: "any-session",
      allowsPin: true,
      answer: session,
      faults: ["auth/access-ended"],
    },
    "POST /auth/logout": {
      tag: "Sign-in",
      summary: "End this session",
      access: "any-stage",
      allowsPin: true,
      status: 204,
    },
  },
);
