import type { SiteApi } from "../../src/gatehouse/api-client.ts";

type Row = Record<string, unknown> & { id: number };

/** An API that keeps what is added, and writes down every call that adds or changes something. */
export interface MemoryApi extends SiteApi {
  readonly changes: string[];
  rows(path: string): Row[];
}

/** Where lists lie whose records are added elsewhere. */
const listOf: Readonly<Record<string, string>> = {
  "/cameras/bosch/cc": "/cameras/cc",
  "/cameras/carrida": "/cameras/anpr-ac",
};

/** Starts empty, but for the settings that every site has. */
export function memoryApi(): MemoryApi {
  const lists = new Map<string, Row[]>([
    ["/configs/global", ["siteName", "cloudUrl"].map((key, index) => ({ id: index + 1, key }))],
  ]);
  const changes: string[] = [];
  const rows = (path: string) => {
    const list = lists.get(path) ?? [];
    lists.set(path, list);
    return list;
  };

  function listPath(path: string, body: Record<string, unknown>): string {
    if (path === "/ai-devices") return `/ai-devices/${body.scope}`;
    if (path.startsWith("/displays/")) return `/displays/${body.scope}`;
    if (path === "/sensors") return `/sensors/${body.scope}`;
    if (path === "/slot-controllers") return `/slot-controllers/${body.aiDeviceId}`;
    if (path === "/variables") return `/variables?scope=${body.scope}`;
    return listOf[path] ?? path;
  }

  async function call(key: string, input: { params?: Record<string, unknown>; query?: object; body?: object }) {
    const [method = "", template = ""] = key.split(" ");
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(input.params?.[name]));
    const search = input.query ? `?${new URLSearchParams(input.query as Record<string, string>)}` : "";
    if (method === "GET") return rows(`${path}${search}`.replace("/displays/anpr-ac", "/displays/ac"));
    changes.push(`${method} ${path}`);
    if (method !== "POST") return {};
    const body = (input.body ?? {}) as Record<string, unknown>;
    const list = rows(listPath(path, body));
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

  const api = {
    serverUrl: "http://memory",
    call,
    upload: async (path: string) => void changes.push(`POST ${path}`),
    as: () => api,
    changes,
    rows,
  } as unknown as MemoryApi;
  return api;
}
