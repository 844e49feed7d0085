import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { queryText } from "../../fields/query.ts";
import { idParams, recordId } from "../../fields/record.ts";
import { requiredText } from "../../fields/text.ts";
import { session } from "./auth.schema.ts";

const tag = "Sign-in";
const access = "public";

/** AUTH-10: signing in with a provider. */
export const providerSignInEndpoints = defineEndpoints(
  { read: "view", write: "view" },
  {
    "GET /auth/providers": {
      tag,
      summary: "List the providers that people can sign in with",
      access,
      answer: z.array(z.object({ id: recordId, name: z.string() })),
    },
    "GET /auth/providers/{id}/start": {
      tag,
      summary: "Start signing in: redirects the browser to the provider, or back to the console with an error",
      access,
      params: idParams,
      query: z.object({ returnTo: queryText(2_000) }),
      redirect: true,
    },
    "GET /auth/providers/{id}/callback": {
      tag,
      summary: "Where the provider returns the browser; redirects to the console with a one-time code",
      access,
      params: idParams,
      query: z.looseObject({ state: queryText(2_000) }),
      redirect: true,
    },
    "POST /auth/providers/exchange": {
      tag,
      summary: "Exchange the one-time code of the callback for a session; works once, in the same browser",
      access,
      body: z.strictObject({ code: requiredText(200) }),
      answer: session,
      faults: [
        "auth/disabled",
        "provider/unknown",
        "provider/unreachable",
        "provider/refused",
        "provider/expired",
        "provider/clock",
        "provider/no-role",
        "provider/username",
        "secret/too-many-attempts",
        "user/last-administrator",
      ],
    },
  },
);
