import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { moduleWithSettingsInPath } from "../../modules/module-in-path.ts";
import { mygateDraft, mygateSettings, mygateSyncOutcome, unwrapMygate } from "./mygate.schema.ts";

const tag = "MyGate";
const params = z.object({ module: moduleWithSettingsInPath });
const settings = z.object({ integrationSettings: z.object({ mygate: mygateSettings.nullable() }) });

const entered = { body: mygateDraft, reshape: unwrapMygate, roundTrip: mygateSettings } as const;

/** INT-1, INT-2: the endpoints of the gated-community integration. */
export const mygateEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "shared" },
  {
    "GET /configs/settings/{module}": { tag, summary: "A module's integration settings", params, answer: settings },
    "PUT /configs/settings/{module}": {
      tag,
      summary: "Change a module's integration settings",
      params,
      ...entered,
      answer: settings,
    },
    "PUT /ac/mygate-integration-settings": {
      tag,
      summary: "Change the MyGate settings",
      ...entered,
      answer: settings,
    },
    "POST /ac/mygate-sync": {
      tag,
      actsOn: "mygate",
      summary: "Pull MyGate's plates now",
      answer: mygateSyncOutcome,
      faults: ["mygate/not-set", "mygate/failed"],
    },
  },
);
