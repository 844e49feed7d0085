import type { EventModule } from "@gatehouse/contract/events/event-module";
import { cameraWordsOf, type VehicleType } from "@gatehouse/contract/fields/vehicle-type";
import { type RawBuilder, sql } from "kysely";
import type { GateLimit } from "../platform/http/gate-access.ts";
import type { ReportRequest } from "./report-source.ts";
import type { ReportPlace } from "./sql-source.ts";

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

/**
 * One row for each passage of a period: further detections belong to the first one, and reads that were not at a gate and
 * decided nothing are no access. In parts that follow an index in the order of time, so that a page reads only its own rows.
 */
export function accessEvents(
  { modules, isRegistered: registered }: AccessSelection,
  request: ReportRequest,
  after: ReportPlace | null = null,
): RawBuilder<unknown> {
  const { period, filters } = request;
  const gateIds = ownGates(request);
  const conditions = [
    sql`"occurredAt" >= ${period.from} and "occurredAt" < ${period.to} and "passageOf" is null`,
    registered ? isRegistered : sql`not ${isRegistered}`,
    ...(filters.direction === undefined ? [] : [sql`direction = ${filters.direction}`]),
    ...(filters.vehicleType === undefined ? [] : [isVehicleType(filters.vehicleType)]),
    ...(after === null ? [] : [sql`("occurredAt", id) > (${after.at}, ${after.key})`]),
  ];
  const condition = sql.join(conditions, sql` and `);
  const parts = toParts(modules, gateIds).map((part) => sql`select * from events where ${part} and ${condition}`);
  return sql.join(parts, sql` union all `);
}

/** ROLE-3: the chosen gate, if the person may see it, or all gates of the person. */
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
  const isAtGates = gateIds === null ? sql`true` : sql`"gateId" = any(${[...gateIds]}::integer[])`;
  return modules.flatMap((module) =>
    statuses.flatMap((status) => {
      const range = sql`module = ${module} and status = ${status} and ${isAtGates}`;
      return [sql`${range} and listing = 'gate'`, sql`${range} and listing = 'elsewhere' and "isGranted" is not null`];
    }),
  );
}

/** Cameras write vehicle types in many ways. */
export const isVehicleType = (code: VehicleType): RawBuilder<unknown> => sql`(upper("vehicleType") = ${code}
  or regexp_replace(upper("vehicleType"), '[^A-Z]', '', 'g') = any(${cameraWordsOf(code)}::text[]))`;
