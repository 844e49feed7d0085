import type { ExternalSystemsView } from "../external/external-systems-view.ts";
import type { ApiClient } from "../gatehouse/api-client.ts";
import { setConfig } from "./set-config.ts";

/** Configures MyGate and the cloud. */
export async function configureExternalSystems(api: ApiClient, external: ExternalSystemsView): Promise<void> {
  const { syncAPIUrl, notifyAPIUrl, apiKey, cloudUrl } = external;
  const mygate = { syncAPIUrl, notifyAPIUrl, apiKey, deviceId: "simulated-site" };
  await api.call("PUT /ac/mygate-integration-settings", { body: mygate });
  await setConfig(api, "global", "cloudUrl", cloudUrl);
}
