import type { GateType } from "@gatehouse/contract/fields/gate-types";
import type { LookAlike } from "@gatehouse/engine/policy/evaluation";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { withReadSnapshot } from "../../../platform/database/read-snapshot.ts";
import type { ListedRow, PassRow } from "../load-access.ts";
import type { ReservationRow } from "../load-context.ts";

/** A granted passage that is not confirmed yet. */
export interface HoldRow {
  readonly eventId: number;
  readonly vehicle: string;
  readonly at: string;
  readonly direction: GateType;
  readonly toAreaId: number | null;
  readonly groupIds: readonly number[];
  readonly passId: number | null;
}

/** What decisions depend on besides the site and the identifiers. */
export interface SnapshotTables {
  readonly reservations: readonly ReservationRow[];
  readonly reservationUses: readonly {
    readonly reservationId: number;
    readonly eventId: number;
    readonly direction: GateType;
  }[];
  readonly passes: readonly Omit<PassRow, "used">[];
  readonly passUses: readonly { readonly passId: number; readonly eventId: number }[];
  readonly holds: readonly HoldRow[];
  readonly listed: readonly ListedRow[];
  readonly lookAlikes: readonly (LookAlike & { readonly plate: string })[];
  readonly presences: readonly {
    readonly vehicle: string;
    readonly areaId: number;
    readonly since: string;
    readonly isForgiven: boolean;
    readonly groupIds: readonly number[];
  }[];
  readonly areaCounts: readonly { readonly areaId: number; readonly groupId: number; readonly count: number }[];
  readonly fullAreas: readonly { readonly areaId: number }[];
}

export const emptyTables: SnapshotTables = {
  reservations: [],
  reservationUses: [],
  passes: [],
  passUses: [],
  holds: [],
  listed: [],
  lookAlikes: [],
  presences: [],
  areaCounts: [],
  fullAreas: [],
};

/** The topics whose changes make the tables outdated. */
export const tableTopics: ReadonlySet<string> = new Set([
  "reservations",
  "access_passes",
  "access_pass_gates",
  "access_lists",
  "access_look_alikes",
  "access_presence",
]);

/** Loads the tables in one consistent state; reservations and passes that ended before `since` are left out. */
export function loadSnapshotTables(db: Database, since: Date): Promise<SnapshotTables> {
  return withReadSnapshot(db, async (snapshot) => {
    const rows = async <Row>(query: RawBuilder<Row>) => (await query.execute(snapshot)).rows;
    const isOpen = sql`greatest(r."validTo", r."gracePeriodLatestEntry", r."gracePeriodLatestExit") >= ${since}`;
    return {
      reservations: await rows(sql<ReservationRow>`
        select id, source, "externalId", lp, "lpNormalized", "rfidNormalized", "driverFirstName", "driverLastName",
          "validFrom", "validTo", "gracePeriodEarliestEntry", "gracePeriodLatestEntry", "gracePeriodLatestExit",
          "shouldAllowMultipleUsage"
        from reservations r where ${isOpen} order by id`),
      reservationUses: await rows(sql<SnapshotTables["reservationUses"][number]>`
        select u."reservationId", u."eventId", u.direction from reservation_uses u
        join reservations r on r.id = u."reservationId" where ${isOpen}`),
      passes: await rows(sql<Omit<PassRow, "used">>`
        select p.id, p.name, p.host, p."lpNormalized", p."rfidNormalized", p."validFrom", p."validTo", p.uses,
          array(select g."gateId" from access_pass_gates g where g."passId" = p.id) as "gateIds"
        from access_passes p where p."validTo" >= ${since} order by p.id`),
      passUses: await rows(sql<SnapshotTables["passUses"][number]>`
        select u."passId", u."eventId" from access_pass_uses u join access_passes p on p.id = u."passId"
        where p."validTo" >= ${since}`),
      holds: await rows(sql<HoldRow>`
        select "eventId", vehicle, at, direction, "toAreaId", "groupIds", "passId" from passage_holds
        order by at, "eventId"`),
      listed: await rows(sql<ListedRow>`
        select id, kind, type, iid, "iidNormalized", reason, until from access_lists order by id`),
      lookAlikes: await rows(sql<SnapshotTables["lookAlikes"][number]>`
        select one as plate, other, requirement from access_look_alikes
        union all select other, one, requirement from access_look_alikes`),
      presences: await rows(sql<SnapshotTables["presences"][number]>`
        select vehicle, "areaId", since, "isForgiven", "groupIds" from access_presence`),
      areaCounts: await rows(sql<SnapshotTables["areaCounts"][number]>`
        select "areaId", "groupId", count from access_area_counts`),
      fullAreas: await rows(sql<{ areaId: number }>`select "areaId" from access_area_states where "isFull"`),
    };
  });
}
