import * as z from "zod";
import { defineEndpoints, type Reshape } from "../endpoint.ts";
import { headerText, requiredText } from "../fields/text.ts";
import { instant } from "../fields/time.ts";
import { integrationUrl } from "../fields/url.ts";
import { moduleWithSettingsInPath } from "../modules/module-in-path.ts";

export const mygateDraft = z.strictObject({
  syncAPIUrl: integrationUrl,
  notifyAPIUrl: integrationUrl,
  deviceId: requiredText(100),
  /** MyGate's key, never returned; if absent, the stored one is kept. */
  apiKey: z.union([z.literal("").transform(() => undefined), headerText(200)]).optional(),
});

/** Settings may be sent back in the envelope in which they were read. */
const unwrapMygate: Reshape = ({ integrationSettings, ...body }) => {
  const { mygate } = (integrationSettings ?? {}) as { mygate?: Record<string, unknown> };
  return { ...mygate, ...body };
};

/** The validated input. */
export type MygateDraft = z.output<typeof mygateDraft>;

/** MyGate's settings as the server returns them, with the state of the last sync. */
export const mygateSettings = z.object({
  syncAPIUrl: z.string(),
  notifyAPIUrl: z.string(),
  deviceId: z.string(),
  hasApiKey: z.boolean(),
  /** When all plates were last synced. */
  lastSyncAt: instant.nullable(),
  /** Why the last attempt failed; null if it succeeded. */
  lastSyncFault: z.string().nullable(),
  lastAttemptAt: instant.nullable(),
  /** The number of plates from MyGate. */
  plates: z.int(),
  /** The number of pending notices. */
  waiting: z.int(),
});
mygateSettings.register(z.globalRegistry, {
  id: "MygateSettings",
  description: "MyGate's settings, with the state of the last sync",
});

/** The current settings for MyGate. */
export type MygateSettings = z.output<typeof mygateSettings>;

/** The changes of a sync. */
const mygateSyncOutcome = z.object({ added: z.int(), updated: z.int(), deleted: z.int() });
mygateSyncOutcome.register(z.globalRegistry, { id: "MygateSyncOutcome", description: "The changes of a sync" });

const tag = "MyGate";
const params = z.object({ module: moduleWithSettingsInPath });
const settings = z.object({ integrationSettings: z.object({ mygate: mygateSettings.nullable() }) });

const entered = { body: mygateDraft, reshape: unwrapMygate, roundTrip: mygateSettings } as const;

/** The endpoints of the gated-community integration. */
export const mygateEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "shared" },
  {
    "GET /configs/settings/{module}": { tag, summary: "A module's integration settings", params, response: settings },
    "PUT /configs/settings/{module}": {
      tag,
      summary: "Change a module's integration settings",
      params,
      ...entered,
      response: settings,
    },
    "PUT /ac/mygate-integration-settings": {
      tag,
      summary: "Change the MyGate settings",
      ...entered,
      response: settings,
    },
    "POST /ac/mygate-sync": {
      tag,
      actsOn: "mygate",
      summary: "Pull MyGate's plates now",
      response: mygateSyncOutcome,
      errors: ["mygate/not-set", "mygate/failed"],
    },
  },
);
