import { mygateEndpoints } from "@gatehouse/contract/entities/mygate/mygate.endpoints";
import type { MygateDraft } from "@gatehouse/contract/entities/mygate/mygate.schema";
import { refuseForbiddenUrls } from "../configuration/integration-url.ts";
import type { ReadDb, Tx } from "../platform/database/database.ts";
import { handle } from "../platform/http/call.ts";
import { refuse } from "../platform/http/refusal.ts";
import type { Services } from "../platform/services.ts";
import { keepMygate, mygateSettingsOf } from "./mygate.store.ts";
import { pullAndTell } from "./mygate-sync.ts";

const settings = async (db: ReadDb | Tx) => ({ integrationSettings: { mygate: await mygateSettingsOf(db) } });

/** INT-1, INT-2: MyGate's settings, and the pull on demand. */
export const mygateRoutes = (services: Services) => {
  const keep = async (tx: Tx, draft: MygateDraft) => {
    const { syncAPIUrl, notifyAPIUrl } = draft;
    await refuseForbiddenUrls(tx, { syncAPIUrl, notifyAPIUrl });
    await keepMygate(tx, draft, services.secrets);
    return settings(tx);
  };
  return handle(mygateEndpoints, {
    "GET /configs/settings/{module}": ({ read }) => settings(read),
    "PUT /configs/settings/{module}": ({ body, write }) => write((tx) => keep(tx, body)),
    "PUT /ac/mygate-integration-settings": ({ body, write }) => write((tx) => keep(tx, body)),
    "POST /ac/mygate-sync": async () => {
      const pulled = await pullAndTell(services);
      if (pulled.ok) return pulled.value;
      throw refuse("mygate/failed", { message: pulled.failure.detail });
    },
  });
};
