import type { EventModule } from "@gatehouse/contract/events/event-module";
import { cameraWordsOf, type VehicleType } from "@gatehouse/contract/fields/vehicle-type";
import { type RawBuilder, sql } from "kysely";
import type { GateLimit } from "../../platform/http/gate-limit.ts";
import type { ReportRequest } from "./report-source.ts";
import type { RowRange } from "./sql-source.ts";

/** The events of access control that a report is about. */
export interface AccessSelection {
  readonly modules: readonly EventModule[];
  readonly isRegistered: boolean;
}

/**
 * Whether a read matched an identifier, reservation or pass, valid or not. The trace, which is large, is read only for
 * events that were not admitted by an identifier or a reservation.
 */
const isRegistered = sql`("identifierId" is not null or "reservationId" is not null
  or coalesce(jsonb_array_length(trace->'candidates'), 0) > 0)`;

/** The events of a report: further detections of a passage belong to the first one. */
function conditionsOf({ isRegistered: registered }: AccessSelection, { period, filters }: ReportRequest) {
  return [
    sql`"occurredAt" >= ${period.from} and "occurredAt" < ${period.to} and "passageOf" is null`,
    registered ? isRegistered : sql`not ${isRegistered}`,
    ...(filters.direction === undefined ? [] : [sql`direction = ${filters.direction}`]),
    ...(filters.vehicleType === undefined ? [] : [isVehicleType(filters.vehicleType)]),
  ];
}

/** One row for each passage of a period. Reads that were not at a gate and decided nothing are no access. */
export function accessEvents(selection: AccessSelection, request: ReportRequest): RawBuilder<unknown> {
  const conditions = [
    sql`module in (${sql.join(selection.modules)})`,
    sql`(listing = 'gate' or listing = 'elsewhere' and "isGranted" is not null)`,
    isAtGates(ownGates(request)),
    ...conditionsOf(selection, request),
  ];
  return sql`select * from events where ${sql.join(conditions, sql` and `)}`;
}

/** With all columns, planning the statement would take longer than running it. */
const pageColumns =
  sql.raw(`id, module, "occurredAt", "gateId", "gateName", direction, "lpRaw", tag, confidence, sightings,
  "vehicleType", "isGranted", reason, "fullImage", "plateImage", trace, "identifierId", "reservationId"`);

/** A further condition on the events `e`, with the joins that it needs. */
export interface AccessFilter {
  readonly joins: RawBuilder<unknown>;
  readonly condition: RawBuilder<unknown>;
}

/**
 * The first events after a place, merged from parts that each follow an index in the order of time, so that a page reads
 * only its own rows.
 */
export function accessPage(
  selection: AccessSelection,
  request: ReportRequest,
  { after, limit }: RowRange,
  filter?: AccessFilter,
): RawBuilder<unknown> {
  const ordered = sql`order by e."occurredAt", e.id limit ${limit}`;
  const conditions = [
    ...conditionsOf(selection, request),
    ...(after === null ? [] : [sql`("occurredAt", id) > (${after.at}, ${after.key})`]),
  ];
  const condition = sql.join(conditions, sql` and `);
  const parts = toParts(selection.modules, ownGates(request)).map(
    (part) => sql`(
      select e.* from (select ${pageColumns} from events where ${part} and ${condition}) e
      ${filter ? sql`${filter.joins} where ${filter.condition}` : sql``} ${ordered})`,
  );
  return sql`select e.* from (${sql.join(parts, sql` union all `)}) e ${ordered}`;
}

/** The chosen gate, if the person may see it, or all gates of the person. */
export function ownGates({ filters: { gateId }, gateIds }: ReportRequest): GateLimit {
  if (gateId === undefined) return gateIds;
  return gateIds === null || gateIds.includes(gateId) ? [gateId] : [];
}

/** With more gates, planning their parts would take longer than skipping the events of other gates. */
const maxGateParts = 12;
const statuses = ["PROCESSED", "RECEIVED"];

/** The ranges of the index `events_gate` for a few gates, else those of `events_page`. */
function toParts(modules: readonly EventModule[], gateIds: GateLimit): RawBuilder<unknown>[] {
  const isOfModules = sql`module in (${sql.join(modules)})`;
  if (gateIds !== null && gateIds.length > 0 && gateIds.length <= maxGateParts)
    return gateIds.map((id) => sql`"gateId" = ${id} and ${isOfModules}`);
  return modules.flatMap((module) =>
    statuses.flatMap((status) => {
      const range = sql`module = ${module} and status = ${status} and ${isAtGates(gateIds)}`;
      const atGates = sql`${range} and listing = 'gate'`;
      if (module !== "RFID_ACCESS_CONTROL") return [atGates];
      // A reader without a gate may open a barrier of its own.
      return [atGates, sql`${range} and listing = 'elsewhere' and "isGranted" is not null`];
    }),
  );
}

const isAtGates = (gateIds: GateLimit) =>
  gateIds === null ? sql`true` : sql`"gateId" = any(${[...gateIds]}::integer[])`;

/** Cameras write vehicle types in many ways. */
export const isVehicleType = (code: VehicleType): RawBuilder<unknown> => sql`(upper("vehicleType") = ${code}
  or regexp_replace(upper("vehicleType"), '[^A-Z]', '', 'g') = any(${cameraWordsOf(code)}::text[]))`;
