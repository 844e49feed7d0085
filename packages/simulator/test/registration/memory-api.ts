import type { Api, ApiKey } from "@gatehouse/contract/api";
import type { CallInput, ResponseOf } from "@gatehouse/contract/endpoint";
import type { ApiClient } from "../../src/gatehouse/api-client.ts";

type Row = Record<string, unknown> & { id: number };

interface CallParts {
  params?: Record<string, unknown>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

/** An API client that stores records in memory and logs every write. */
export interface MemoryApi extends ApiClient {
  readonly writes: string[];
  rows(path: string): Row[];
}

/** List path of records that are created at another path. */
const listPaths: Readonly<Record<string, string>> = {
  "/cameras/bosch/cc": "/cameras/cc",
  "/cameras/carrida": "/cameras/anpr-ac",
};

/** Creates an API without records, except for the required settings. */
export function createMemoryApi(): MemoryApi {
  const lists = new Map<string, Row[]>([
    ["/configs/global", ["siteName", "cloudUrl"].map((key, index) => ({ id: index + 1, key }))],
  ]);
  const writes: string[] = [];
  const rows = (path: string) => {
    const list = lists.get(path) ?? [];
    lists.set(path, list);
    return list;
  };

  function toListPath(path: string, body: Record<string, unknown>): string {
    if (path === "/ai-devices") return `/ai-devices/${body.scope}`;
    if (path.startsWith("/displays/")) return `/displays/${body.scope}`;
    if (path === "/sensors") return `/sensors/${body.scope}`;
    if (path === "/slot-controllers") return `/slot-controllers/${body.aiDeviceId}`;
    if (path === "/variables") return `/variables?scope=${body.scope}`;
    return listPaths[path] ?? path;
  }

  function respond(key: string, { params = {}, query, body = {} }: CallParts): unknown {
    const [method = "", template = ""] = key.split(" ");
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
    const search = query ? `?${new URLSearchParams(query)}` : "";
    if (method === "GET") return rows(`${path}${search}`.replace("/displays/anpr-ac", "/displays/ac"));
    writes.push(`${method} ${path}`);
    if (method !== "POST") return {};
    if (template === "/displays/{id}/key") return { key: "k", path: "/display/1#k" };
    const list = rows(toListPath(path, body));
    const row = {
      status: "saved",
      anprCameraId: body.reportedId,
      revokedAt: null,
      ...body,
      id: list.length + 1,
      key: "k",
    };
    list.push(row);
    return row;
  }

  const api: MemoryApi = {
    serverUrl: "http://memory",
    call: async <K extends ApiKey>(key: K, input: CallInput<Api[K]>) =>
      respond(key, input as CallParts) as ResponseOf<Api[K]>,
    upload: async (path) => void writes.push(`POST ${path}`),
    withKey: () => api,
    writes,
    rows,
  };
  return api;
}
