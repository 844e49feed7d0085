import type { ListedOutside } from "../external/external-systems-view.ts";
import type { SiteApi } from "../gatehouse/api-client.ts";

/** Enters MyGate and the cloud. */
export async function setUpOutside(api: SiteApi, outside: ListedOutside): Promise<void> {
  const { syncAPIUrl, notifyAPIUrl, apiKey, cloudUrl } = outside;
  const mygate = { syncAPIUrl, notifyAPIUrl, apiKey, deviceId: "simulated-site" };
  await api.call("PUT /ac/mygate-integration-settings", { body: mygate });
  await configure(api, "siteName", "Lakeview Towers");
  await configure(api, "cloudUrl", cloudUrl);
}

async function configure(api: SiteApi, key: string, value: string): Promise<void> {
  const configs = await api.call("GET /configs/{scope}", { params: { scope: "global" } });
  const id = configs.find((config) => config.key === key)?.id;
  if (id === undefined) return;
  await api.call("PUT /configs/{id}", { params: { id }, body: { key, scope: "global", dataType: "STRING", value } });
}
