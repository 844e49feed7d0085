import type { Config } from "@gatehouse/contract/entities/config";
import type { ApiClient } from "../gatehouse/api-client.ts";

/** Changes a setting that every site has. */
export async function setConfig(
  api: ApiClient,
  scope: Config["scope"],
  key: string,
  value: string | number,
): Promise<void> {
  const configs = await api.call("GET /configs/{scope}", { params: { scope } });
  const id = configs.find((config) => config.key === key)?.id;
  if (id === undefined) return;
  const dataType = typeof value === "number" ? "NUMBER" : "STRING";
  await api.call("PUT /configs/{id}", { params: { id }, body: { key, scope, dataType, value } });
}
