import type { ExternalSystemsView } from "../external/external-systems-view.ts";
import type { ApiClient } from "../gatehouse/api-client.ts";

/** Configures MyGate, the cloud and the name of the site. */
export async function configureExternalSystems(api: ApiClient, external: ExternalSystemsView): Promise<void> {
  const { syncAPIUrl, notifyAPIUrl, apiKey, cloudUrl } = external;
  const mygate = { syncAPIUrl, notifyAPIUrl, apiKey, deviceId: "simulated-site" };
  await api.call("PUT /ac/mygate-integration-settings", { body: mygate });
  await setConfig(api, "siteName", "Lakeview Towers");
  await setConfig(api, "cloudUrl", cloudUrl);
}

async function setConfig(api: ApiClient, key: string, value: string): Promise<void> {
  const configs = await api.call("GET /configs/{scope}", { params: { scope: "global" } });
  const id = configs.find((config) => config.key === key)?.id;
  if (id === undefined) return;
  await api.call("PUT /configs/{id}", { params: { id }, body: { key, scope: "global", dataType: "STRING", value } });
}
