import { integrationEndpoints, keyPurposePermissions } from "@gatehouse/contract/entities/integration";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { createKey, listKeys, revokeKey } from "../../alert/integration-key.store.ts";
import { handle } from "../../platform/http/call.ts";
import { rejectExceeding } from "../../platform/http/permission.ts";
import { type BulkShape, bulkUpsert } from "../../platform/resources/bulk.ts";
import type { Services } from "../../platform/services.ts";
import { saveIdentifiers } from "./identifier-bulk.ts";

const text = "text";
const time = "timestamptz";

const reservations: BulkShape = {
  table: "reservations",
  key: ["source", "externalId"],
  // The same lock order as ingest, to avoid deadlocks.
  lockedBy: ["id"],
  columns: {
    source: text,
    externalId: text,
    lp: text,
    lpNormalized: text,
    rfid: text,
    rfidNormalized: text,
    validFrom: time,
    validTo: time,
    gracePeriodEarliestEntry: time,
    gracePeriodLatestEntry: time,
    gracePeriodLatestExit: time,
    driverFirstName: text,
    driverLastName: text,
    parkingAreaId: text,
    parkingUnitId: text,
    shouldAllowMultipleUsage: "boolean",
  },
};

const normalized = (value: string | null | undefined) => (value ? normalizeIdentifier(value) : null);

/** Keys of other systems, and the calls that use them. */
export const integrationRoutes = ({ clock }: Services) =>
  handle(integrationEndpoints, {
    "GET /integration-keys": ({ read }) => listKeys(read),
    "POST /integration-keys": ({ body, person, write }) => {
      rejectExceeding(person, [keyPurposePermissions[body.purpose]], "purpose");
      return write((tx) => createKey(tx, body, person.username, clock.now()));
    },
    "DELETE /integration-keys/{id}": async ({ params, write }) => {
      await write((tx) => revokeKey(tx, params.id, clock.now()));
      return undefined;
    },
    "PUT /integrations/reservations": ({ body, key, write }) =>
      write(async (tx) => {
        const source = key.name;
        const rows = body.reservations.map((row) => ({
          ...row,
          source,
          lpNormalized: normalized(row.lp),
          rfidNormalized: normalized(row.rfid),
        }));
        const deleted = body.deleted.map((externalId) => ({ source, externalId }));
        const counts = await bulkUpsert(tx, reservations, rows, deleted);
        const removed = await tx
          .deleteFrom("reservations")
          .where("source", "=", source)
          .where((row) => row("externalId", "=", row.fn.any(row.val(body.deleted))))
          .executeTakeFirst();
        return { ...counts, deleted: Number(removed.numDeletedRows) };
      }),
    "PUT /integrations/identifiers/{origin}": ({ body, params, write }) =>
      write(async (tx) => {
        const { origin } = params;
        const rows = body.identifiers.map((row) => ({ ...row, origin, iidNormalized: normalizeIdentifier(row.iid) }));
        const deleted = body.deleted.map((externalId) => ({ origin, externalId }));
        const counts = await saveIdentifiers(tx, origin, rows, deleted);
        const removed = await tx
          .deleteFrom("identifiers")
          .where("origin", "=", origin)
          .where((row) => row("externalId", "=", row.fn.any(row.val(body.deleted))))
          .executeTakeFirst();
        return { ...counts, deleted: Number(removed.numDeletedRows) };
      }),
  });
