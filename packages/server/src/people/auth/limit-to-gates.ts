import type { Endpoint } from "@gatehouse/contract/endpoint";
import { apiErrors } from "@gatehouse/contract/errors";
import { type GateKind, type GateRecords, gateErrors } from "@gatehouse/contract/gate-scope";
import { createGateAccess, type GateLinks, loadGateLinks } from "../../house/gate-links.ts";
import type { Database, ReadDb, Tx } from "../../platform/database/database.ts";
import type { Person } from "../../platform/http/call.ts";
import type { GateLimitedCall } from "../../platform/http/gate-limit.ts";
import { HttpError, httpError } from "../../platform/http/http-error.ts";

/** Undefined for people without a limit, and for endpoints that need no permission. */
export function limitToGates(
  db: Database,
  person: Person,
  endpoint: Endpoint,
  isRead: boolean,
): GateLimitedCall | undefined {
  if (person.gateIds === null || endpoint.access !== undefined) return undefined;
  if (endpoint.gates === undefined) throw httpError("auth/not-permitted", { message: gateErrors.site });
  const records: GateRecords = typeof endpoint.gates === "object" ? endpoint.gates : {};
  return createLimitedCall(records, { isRead, limit: person.gateIds, db });
}

interface Limits {
  isRead: boolean;
  limit: readonly number[];
  db: Database;
}

function createLimitedCall(
  { record, rows, rowId = "id", needs }: GateRecords,
  { isRead, limit, db }: Limits,
): GateLimitedCall {
  const need = needs ?? (isRead ? "visible" : "all");

  async function checkRecord(from: ReadDb | Tx, params: unknown): Promise<void> {
    if (record === undefined) return;
    const { id } = params as { id: string | number };
    const links = await loadGateLinks(from);
    if (createGateAccess(limit, links).may(record, id, need)) return;
    // What a person may not see does not exist for them.
    throw isRead ? httpError("record/not-found") : httpError("auth/not-permitted", { message: gateErrors.record });
  }

  return {
    check: (params) => checkRecord(db, params),
    guard: async (tx, params, work) => {
      await checkRecord(tx, params);
      const before = await loadGateLinks(tx);
      const result = await work();
      rejectChangedLinks(limit, before, await loadGateLinks(tx));
      return result;
    },
    filter: async (response) => {
      if (rows === undefined) return response;
      const access = createGateAccess(limit, await loadGateLinks(db));
      const isShown = (row: Record<string, unknown>) => {
        const id = row[rowId] as number | null;
        return id === null ? need === "visible" : access.may(rows, id, need);
      };
      return (response as Record<string, unknown>[]).filter(isShown);
    },
    hideNames: (error) => (error instanceof HttpError && namingCodes.has(error.code) ? withoutNames(error) : error),
  };
}

/** Errors whose text names the record that already has a value, or that uses another. */
const namingCodes: ReadonlySet<string> = new Set(["record/taken", "record/in-use"]);

function withoutNames({ code, details: { errors } }: HttpError): HttpError {
  const message = apiErrors[code].text;
  return httpError(code, { message, ...(errors && { errors: errors.map(({ path }) => ({ path, message })) }) });
}

/** Rejects a write that changes the records of other gates, or connects such a record to an own gate. */
function rejectChangedLinks(limit: readonly number[], before: GateLinks, after: GateLinks): void {
  const own = new Set(limit);
  for (const kind of new Set([...before.keys(), ...after.keys()])) {
    for (const id of changedIds(kind, before, after)) {
      const gates = [before, after].flatMap((links) => [...(links.get(kind)?.get(id) ?? [])]);
      if (!gates.every((gate) => own.has(gate))) throw httpError("auth/not-permitted", { message: gateErrors.wiring });
    }
  }
}

function changedIds(kind: GateKind, before: GateLinks, after: GateLinks): string[] {
  const old = before.get(kind);
  const now = after.get(kind);
  const ids = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
  const isSame = (one = noGates, other = noGates) =>
    one.size === other.size && [...one].every((gate) => other.has(gate));
  return [...ids].filter((id) => !isSame(old?.get(id), now?.get(id)));
}

const noGates: ReadonlySet<number> = new Set();
