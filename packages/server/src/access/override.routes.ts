import { overrideEndpoints } from "@gatehouse/contract/entities/access/access.endpoints";
import { accessFaults } from "@gatehouse/contract/entities/access/access.messages";
import { override } from "@gatehouse/contract/entities/access/override.schema";
import { handle } from "../platform/http/call.ts";
import { refuse } from "../platform/http/refusal.ts";
import type { Services } from "../platform/services.ts";
import { type ResourceShape, resource } from "../resources/resource.ts";

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
    "POST /access/overrides": (call) => {
      if (Date.parse(call.body.until) <= clock.now().getTime()) {
        const message = accessFaults.overrideOver;
        throw refuse("request/invalid", { message, errors: [{ path: "until", message }] });
      }
      return creating["POST /access/overrides"](call);
    },
  });
}
