import { type Override, override } from "@gatehouse/contract/entities/access/access";
import { overrideEndpoints } from "@gatehouse/contract/entities/access/access.endpoints";
import { accessErrors } from "@gatehouse/contract/entities/access/access.messages";
import { isLockedDown } from "@gatehouse/engine/policy/override";
import { requireFuture } from "../../access/future-end.ts";
import { requireOwnGates } from "../../access/own-gates.ts";
import { handle } from "../../platform/http/call.ts";
import { type GateLimit, isOwnGate } from "../../platform/http/gate-limit.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { type ResourceShape, resource } from "../../platform/resources/resource.ts";
import type { Services } from "../../platform/services.ts";
import type { Site, SiteCache } from "../site-cache.ts";

type Row = Record<string, unknown>;
type Draft = Pick<Override, "kind" | "gateId" | "until">;

/** Overrides. The hardware side holds the barriers open. */
export function overrideRoutes({ clock }: Services, siteCache: SiteCache) {
  const shape: ResourceShape<Row> = {
    table: "access_overrides",
    view: "access_override_records",
    record: override,
    decode: (row) => {
      const now = clock.now().getTime();
      const isActive = Date.parse(String(row.since)) <= now && now < Date.parse(String(row.until));
      return { ...row, isActive, unconfirmed: isActive ? row.unconfirmed : [] };
    },
    constraints: { access_overrides_gate: { path: "gateId", message: accessErrors.unknownGate } },
  };
  const changing = resource<typeof overrideEndpoints, Row>(overrideEndpoints, shape);
  const creating = resource<typeof overrideEndpoints, Row>(overrideEndpoints, {
    ...shape,
    encode: (fields) => ({ ...fields, since: clock.now() }),
  });
  const requireAcceptable = async ({ body, person }: { body: Draft; person: { gateIds: GateLimit } }) => {
    requireOwnGates(person.gateIds, body.gateId === null ? [] : [body.gateId]);
    requireFuture(body.until, clock);
    requireExit(body, await siteCache.now());
  };
  return handle(overrideEndpoints, {
    ...changing,
    "GET /access/overrides": async (call) => {
      const { gateIds } = call.person;
      const site = await siteCache.now();
      const overrides = await changing["GET /access/overrides"](call);
      return overrides.map((one) => ({
        ...one,
        unconfirmed: one.unconfirmed.filter(
          ({ gateId }) => isOwnGate(gateIds, gateId) && !isKeptClosed(site, gateId, clock.now()),
        ),
      }));
    },
    "PUT /access/overrides/{id}": async (call) => {
      await requireAcceptable(call);
      return changing["PUT /access/overrides/{id}"](call);
    },
    "POST /access/overrides": async (call) => {
      await requireAcceptable(call);
      return creating["POST /access/overrides"](call);
    },
  });
}

/** Barriers of locked gates are not held open, so they have nothing to confirm. */
function isKeptClosed({ policy, gates }: Site, gateId: number, now: Date): boolean {
  const gate = gates.get(gateId);
  return policy !== undefined && gate !== undefined && isLockedDown(policy, gate, now);
}

/** Rejects the evacuation of a gate that is not an exit, because it would have no effect. */
function requireExit({ kind, gateId }: Draft, { gates }: Site): void {
  const gate = gateId === null ? undefined : gates.get(gateId);
  if (kind !== "evacuate" || gate === undefined || gate.type === "X") return;
  const message = accessErrors.notAnExit;
  throw httpError("request/invalid", { message, errors: [{ path: "gateId", message }] });
}
