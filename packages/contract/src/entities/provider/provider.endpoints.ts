import { crud } from "../../crud.ts";
import { defineEndpoints } from "../../endpoint.ts";
import { hardwareResult } from "../../fields/hardware-result.ts";
import { idParams } from "../../fields/record.ts";
import { provider, providerDraft, signInSettings, signInSettingsDraft } from "./provider.schema.ts";

const tag = "Sign-in settings";
const permissions = { read: "people", write: "people" } as const;

/** AUTH-10: CRUD of the sign-in providers. */
export const providerEndpoints = crud({
  tag,
  noun: "sign-in provider",
  permissions,
  path: "/sign-in/providers",
  list: { path: "/sign-in/providers" },
  change: { PUT: providerDraft },
  record: provider,
  draft: providerDraft,
});

/** AUTH-10: the test of a provider, and who may sign in with a password. */
export const signInSettingsEndpoints = defineEndpoints(permissions, {
  "POST /sign-in/providers/{id}/test": {
    tag,
    summary: "Read the provider's discovery document",
    params: idParams,
    answer: hardwareResult,
    faults: ["record/not-found"],
  },
  "GET /sign-in/settings": { tag, summary: "Who may sign in with a password", answer: signInSettings },
  "PUT /sign-in/settings": {
    tag,
    summary: "Change who may sign in with a password: everyone who has one, or only an emergency account",
    body: signInSettingsDraft,
    roundTrip: true,
    answer: signInSettings,
    faults: ["record/changed", "sign-in/no-provider"],
  },
});
