import { overrideEndpoints } from "@gatehouse/contract/entities/access/access.endpoints";
import { accessFaults } from "@gatehouse/contract/entities/access/access.messages";
import { override } from "@gatehouse/contract/entities/access/override.schema";
import { handle } from "../platform/http/call.ts";
import { isOwnGate } from "../platform/http/gate-access.ts";
import type { Services } from "../platform/services.ts";
import { type ResourceShape, resource } from "../resources/resource.ts";
import { requireFuture } from "./future-end.ts";
import { requireOwnGates } from "./own-gates.ts";

type Row = Record<string, unknown>;

/** RULE-7: overrides. The hardware side holds the barriers open. */
export function overrideRoutes({ clock }: Services) {
  const shape: ResourceShape<Row> = {
    table: "access_overrides",
    view: "access_override_records",
    record: override,
    decode: (row) => {
      const now = clock.now().getTime();
      const isActive = Date.parse(String(row.since)) <= now && now < Date.parse(String(row.until));
      return { ...row, isActive, unconfirmed: isActive ? row.unconfirmed : [] };
    },
    constraints: { access_overrides_gate: { path: "gateId", message: accessFaults.unknownGate } },
  };
  const changing = resource<typeof overrideEndpoints, Row>(overrideEndpoints, shape);
  const creating = resource<typeof overrideEndpoints, Row>(overrideEndpoints, {
    ...shape,
    encode: (fields) => ({ ...fields, since: clock.now() }),
  });
  return handle(overrideEndpoints, {
    ...changing,
    "GET /access/overrides": async (call) => {
      const { gateIds } = call.person;
      const overrides = await changing["GET /access/overrides"](call);
      return overrides.map((one) => ({
        ...one,
        unconfirmed: one.unconfirmed.filter(({ gateId }) => isOwnGate(gateIds, gateId)),
      }));
    },
    "PUT /access/overrides/{id}": (call) => {
      requireOwnGates(call.person.gateIds, gatesOf(call.body));
      requireFuture(call.body.until, clock);
      return changing["PUT /access/overrides/{id}"](call);
    },
    "POST /access/overrides": (call) => {
      requireOwnGates(call.person.gateIds, gatesOf(call.body));
      requireFuture(call.body.until, clock);
      return creating["POST /access/overrides"](call);
    },
  });
}

const gatesOf = ({ gateId }: { gateId: number | null }): number[] => (gateId === null ? [] : [gateId]);
