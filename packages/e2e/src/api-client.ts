import type { Api, ApiKey } from "@gatehouse/contract/api";
import type { Answer, CallInput } from "@gatehouse/contract/endpoint";
import { apiPath, consoleAppId } from "@gatehouse/contract/runtime-config";

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, string>;
  body?: unknown;
}

/** Makes a call as the console does; a refusal is thrown. */
export async function callApi<K extends ApiKey>(
  address: string,
  token: string | null,
  key: K,
  input: CallInput<Api[K]>,
): Promise<Answer<Api[K]>> {
  const { params = {}, query = {}, body } = input as Parts;
  const [method = "", template = ""] = key.split(" ");
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const answer = await fetch(`${address}${apiPath}${path}?${new URLSearchParams(query)}`, {
    method,
    headers: {
      "app-id": consoleAppId,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${key} answered ${answer.status} ${text}`);
  return (text === "" ? undefined : JSON.parse(text)) as Answer<Api[K]>;
}
