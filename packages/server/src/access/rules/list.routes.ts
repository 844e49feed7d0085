import { listEntry, pass } from "@gatehouse/contract/entities/access/access";
import { listEntryEndpoints, passEndpoints } from "@gatehouse/contract/entities/access/access.endpoints";
import { accessErrors } from "@gatehouse/contract/entities/access/access.messages";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { handle } from "../../platform/http/call.ts";
import { replaceParts } from "../../platform/resources/ordered-parts.ts";
import { resource } from "../../platform/resources/resource.ts";
import type { Services } from "../../platform/services.ts";
import { requireFuture } from "../future-end.ts";
import { requireOwnGates } from "../own-gates.ts";

const lists = resource(listEntryEndpoints, {
  table: "access_lists",
  record: listEntry,
  encode: (fields) => ({ ...fields, iidNormalized: normalizeIdentifier(String(fields.iid)) }),
  constraints: { access_lists_once: { path: "iid", message: "This plate or tag is on the list already" } },
});

/** The deny and watch lists. */
export const listRoutes = ({ clock }: Pick<Services, "clock">) =>
  handle(listEntryEndpoints, {
    ...lists,
    "POST /access/lists": (call) => {
      requireFuture(call.body.until, clock);
      return lists["POST /access/lists"](call);
    },
    "PUT /access/lists/{id}": (call) => {
      requireFuture(call.body.until, clock);
      return lists["PUT /access/lists/{id}"](call);
    },
  });

const normalized = (value: unknown) => (value ? normalizeIdentifier(String(value)) : null);

const passes = resource(passEndpoints, {
  table: "access_passes",
  view: "access_pass_records",
  record: pass,
  encode: ({ gateIds: _, ...fields }) => ({
    ...fields,
    lp: fields.lp ?? null,
    rfid: fields.rfid ?? null,
    host: fields.host ?? null,
    hostPhone: fields.hostPhone ?? null,
    lpNormalized: normalized(fields.lp),
    rfidNormalized: normalized(fields.rfid),
  }),
  writeParts: (tx, passId, { gateIds }) => {
    const parts = (gateIds as number[]).map((gateId) => ({ gateId }));
    return replaceParts(tx, "access_pass_gates", { passId }, parts);
  },
  constraints: { access_pass_gates_gate: { path: "gateIds", message: accessErrors.unknownGates } },
});

/** Visitors' passes. */
export const passRoutes = handle(passEndpoints, {
  ...passes,
  "POST /access/passes": (call) => {
    requireOwnGates(call.person.gateIds, call.body.gateIds);
    return passes["POST /access/passes"](call);
  },
  "PUT /access/passes/{id}": (call) => {
    requireOwnGates(call.person.gateIds, call.body.gateIds);
    return passes["PUT /access/passes/{id}"](call);
  },
});
