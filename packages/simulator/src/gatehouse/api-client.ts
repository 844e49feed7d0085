import type { Api, ApiKey } from "@gatehouse/contract/api";
import type { Answer, CallInput } from "@gatehouse/contract/endpoint";
import { apiPath, consoleAppId } from "@gatehouse/contract/runtime-config";

/** The Gatehouse that the simulated site belongs to, and who sets it up. */
export interface Registrar {
  readonly serverUrl: string;
  readonly username: string;
  readonly password: string;
}

/** The API as a signed-in administrator uses it; a refusal is thrown with a sentence. */
export interface SiteApi {
  readonly serverUrl: string;
  call<K extends ApiKey>(key: K, input: CallInput<Api[K]>): Promise<Answer<Api[K]>>;
  /** Sends a file as a person uploads it. */
  upload(path: string, field: string, csv: string): Promise<void>;
  /** A call with a key of another system instead of the session. */
  as(key: string): SiteApi;
}

/** An answer that is a refusal. */
export class ApiRefusal extends Error {
  readonly status: number;

  constructor(call: string, status: number, text: string) {
    super(`${call} was answered with ${status}: ${text.slice(0, 500)}`);
    this.status = status;
  }
}

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, string>;
  body?: unknown;
}

/** Signs in. */
export async function signIn({ serverUrl, username, password }: Registrar): Promise<SiteApi> {
  const { token } = await openApi(serverUrl).call("POST /auth/login", { body: { username, password } });
  return openApi(serverUrl, token);
}

function openApi(serverUrl: string, token?: string): SiteApi {
  async function send(method: string, path: string, body?: string | FormData): Promise<string> {
    const answer = await fetch(`${serverUrl}${apiPath}${path}`, {
      method,
      headers: {
        "app-id": consoleAppId,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new ApiRefusal(`${method} ${path}`, answer.status, text);
    return text;
  }

  return {
    serverUrl,
    call: async <K extends ApiKey>(key: K, input: CallInput<Api[K]>) => {
      const { params = {}, query, body } = input as Parts;
      const [method = "", template = ""] = key.split(" ");
      const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
      const search = query === undefined ? "" : `?${new URLSearchParams(query)}`;
      const json = body === undefined ? undefined : JSON.stringify(body);
      const text = await send(method, `${path}${search}`, json);
      return (text === "" ? undefined : JSON.parse(text)) as Answer<Api[K]>;
    },
    upload: async (path, field, csv) => {
      const form = new FormData();
      form.append(field, new Blob([csv], { type: "text/csv" }), `${field}.csv`);
      await send("POST", path, form);
    },
    as: (key) => openApi(serverUrl, key),
  };
}

/** What is there already, or what adding it gives: a set-up that was cut short is simply done again. */
export async function ensured<T>(existing: readonly T[], isIt: (one: T) => boolean, add: () => Promise<T>): Promise<T> {
  return existing.find(isIt) ?? (await add());
}
