import type { Api, ApiKey } from "@gatehouse/contract/api";
import type { CallInput, ResponseOf } from "@gatehouse/contract/endpoint";
import { apiPath, consoleAppId } from "@gatehouse/contract/runtime-config";

interface CallParts {
  params?: Record<string, unknown>;
  query?: Record<string, string>;
  body?: unknown;
}

/** Calls the API as the console does; throws on an error status. */
export async function callApi<K extends ApiKey>(
  address: string,
  token: string | null,
  key: K,
  input: CallInput<Api[K]>,
): Promise<ResponseOf<Api[K]>> {
  const { params = {}, query = {}, body } = input as CallParts;
  const [method = "", template = ""] = key.split(" ");
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const response = await fetch(`${address}${apiPath}${path}?${new URLSearchParams(query)}`, {
    method,
    headers: {
      "app-id": consoleAppId,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${key} failed: ${response.status} ${text}`);
  return (text === "" ? undefined : JSON.parse(text)) as ResponseOf<Api[K]>;
}
