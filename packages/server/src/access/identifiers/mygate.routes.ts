import { type MygateDraft, mygateEndpoints } from "@gatehouse/contract/entities/mygate";
import { rejectForbiddenUrls } from "../../house/integration-url.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { loadMygateSettings, saveMygate } from "./mygate.store.ts";
import { syncMygate } from "./mygate-sync.ts";

const loadSettings = async (db: ReadDb | Tx) => ({ integrationSettings: { mygate: await loadMygateSettings(db) } });

/** MyGate's settings and manual sync. */
export const mygateRoutes = (services: Services) => {
  const save = async (tx: Tx, draft: MygateDraft) => {
    const { syncAPIUrl, notifyAPIUrl } = draft;
    await rejectForbiddenUrls(tx, { syncAPIUrl, notifyAPIUrl });
    await saveMygate(tx, draft, services.secrets);
    return loadSettings(tx);
  };
  return handle(mygateEndpoints, {
    "GET /configs/settings/{module}": ({ read }) => loadSettings(read),
    "PUT /configs/settings/{module}": ({ body, write }) => write((tx) => save(tx, body)),
    "PUT /ac/mygate-integration-settings": ({ body, write }) => write((tx) => save(tx, body)),
    "POST /ac/mygate-sync": async () => {
      const pulled = await syncMygate(services);
      if (pulled.ok) return pulled.value;
      throw httpError("mygate/failed", { message: pulled.failure.detail });
    },
  });
};
