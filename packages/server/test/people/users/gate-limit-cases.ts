import type { Endpoint } from "@gatehouse/contract/endpoint";
import { alertScopes } from "@gatehouse/contract/entities/alert-type";
import { variableScopes } from "@gatehouse/contract/entities/variable";
import { eventModules } from "@gatehouse/contract/events/event-module";
import type { GateKind } from "@gatehouse/contract/gate-scope";
import { configScopes } from "@gatehouse/contract/modules/module";
import { codeOf, modules } from "@gatehouse/contract/modules/registry";
import type { createFullGate } from "./two-gates.ts";

type FullGate = Awaited<ReturnType<typeof createFullGate>>;

/** The values of the filters that an endpoint requires. */
const queries: Record<string, readonly Record<string, string>[]> = {
  "GET /ac/ids/export": [{ scope: "ADMIN" }],
  "GET /ac/ids/look-alikes": [{ iid: "BRAVO1", type: "LICENSE_PLATE" }],
  "GET /alerts": alertScopes.map((scope) => ({ scope })),
  "GET /events/{module}": [{ all: "true" }],
  "GET /events/{module}/export": [{ all: "true" }],
  "GET /overview": [{ from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" }],
  "GET /overview/series": [{ name: "entries", from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" }],
  "GET /search": ["ALPHA", "BRAVO"].map((text) => ({ text })),
  "GET /slot-controllers": Object.values(modules).map(({ code }) => ({ scope: code })),
  "GET /variables": variableScopes.map((scope) => ({ scope })),
  "GET /variables/dependency/{id}": [
    { type: "variable", scope: "rfid-ac" },
    { type: "sensor", scope: "rfid-ac" },
  ],
};

/** The codes of modules that a path can have. */
const moduleCodes = (key: string): readonly string[] => {
  if (key.includes("/events/")) return eventModules.map(codeOf);
  if (key.includes("/sensors/")) return ["ac", "loop"];
  if (key.includes("/settings/")) return ["anpr-ac"];
  return Object.values(modules).map(({ code }) => code);
};

/** Endpoints that answer from a device, of which the tests have none; they are checked by their status. */
export const fromDevices = new Set([
  "GET /ai-devices/{id}/cameras",
  "GET /cameras/{module}/{id}/live",
  "GET /cameras/{module}/{id}/frame",
  "GET /displays/{id}/lamp",
]);
/** Numbers without a name, and rows that nothing here has: the tests of the overview, alerts, reports and fares check them. */
export const testedElsewhere = new Set([
  "GET /alerts/summary",
  "GET /alerts/notices",
  "GET /events/{module}/count",
  "GET /overview",
  "GET /overview/series",
  "GET /overview/openings",
  "GET /overview/openings/export",
  "GET /reports",
  "GET /reports/{id}",
  "GET /reports/{id}/file",
  "GET /reports/{type}",
  "GET /reports/{type}/totals",
  "GET /stays/{id}",
]);

/** Writing calls whose handlers check the gates: a test of each is in `gate-limits.test.ts`, or with its feature. */
export const handledWrites = [
  "DELETE /access/presence/{id}",
  "DELETE /reports/{id}",
  "DELETE /stays/{id}/reductions",
  "POST /access/overrides",
  "POST /access/passes",
  "POST /access/presence",
  "POST /access/what-if",
  "POST /alerts/{id}/acknowledge",
  "POST /alerts/{id}/resolve",
  "POST /alerts/{id}/shelve",
  "POST /alerts/{id}/unshelve",
  "POST /auth/switch",
  "POST /events/{module}/{id}/correct",
  "POST /events/{module}/{id}/deny",
  "POST /events/{module}/{id}/handle",
  "POST /events/{module}/{id}/open",
  "POST /reports",
  "POST /station/{gateId}/handover",
  "POST /station/{gateId}/notes",
  "POST /stays/{id}/discounts",
  "POST /stays/{id}/waiver",
  "PUT /access/presence/{id}",
];

/** Rows without a name: they are checked by their ids. */
export const withoutNames: Record<string, { field: string; id: (gate: FullGate) => number }> = {
  "GET /hardware/barrier-positions": { field: "barrierId", id: ({ ids }) => ids.boom_barriers },
  "GET /displays/{module}/screens": { field: "displayId", id: ({ multimediaId }) => multimediaId },
};

/** The path parameters of a call about the records of a gate. */
function idOf(key: string, { gates }: Endpoint, gate: FullGate, eventId: number): number {
  if (key.startsWith("GET /events/{module}/{id}")) return eventId;
  if (key.includes("/lamp")) return gate.ids.displays;
  const kind: GateKind = typeof gates === "object" ? (gates.record ?? "gates") : "variables";
  return gate.ids[kind];
}

/** The paths of all calls to an endpoint about the records of a gate. */
export function pathsOf(key: string, endpoint: Endpoint, gate: FullGate, eventId: number): string[] {
  const [, template = ""] = key.split(" ");
  const path = template
    .replace("{id}", String(idOf(key, endpoint, gate, eventId)))
    .replace("{deviceId}", String(gate.ids.ai_devices))
    .replace("{gateId}", String(gate.gateId));
  const scoped = path.includes("{scope}") ? configScopes.map((scope) => path.replace("{scope}", scope)) : [path];
  return scoped
    .flatMap((one) =>
      one.includes("{module}") ? moduleCodes(key).map((code) => one.replace("{module}", code)) : [one],
    )
    .flatMap((one) => (queries[key] ?? [{}]).map((query) => `${one}?${new URLSearchParams(query)}`));
}
