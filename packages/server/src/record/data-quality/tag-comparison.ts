import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { type Confusion, findConfusions } from "@gatehouse/engine/data-quality/confusions";
import { startOfHour } from "@gatehouse/engine/data-quality/read-quality";
import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.ts";

/** A plate or tag that was read at a gate. */
export interface GateRead {
  readonly id: number;
  readonly gateId: number;
  readonly kind: "plate" | "tag";
  /** Normalised. */
  readonly read: string;
  readonly occurredAt: Date;
  readonly receivedAt: Date;
  readonly cameraId: number | null;
}

/** A plate read of a vehicle whose tag was read in the same passage. */
export interface VerifiedRead {
  readonly cameraId: number;
  readonly hour: Date;
  readonly at: Date;
  /** Empty if the plate is correct. */
  readonly confusions: readonly Confusion[];
}

interface PairRow {
  plate: string;
  cameraId: number;
  at: string;
  vehicle: string;
  isRegistered: boolean;
}

/**
 * Pairs each read with the earlier reads of the other kind at the same gate within the passage time. A plate that
 * belongs to a registered vehicle of its own teaches nothing: two vehicles may follow each other closely.
 */
export async function compareWithTags(
  tx: Tx,
  reads: readonly GateRead[],
  { passageSeconds, eventFreshSeconds }: { passageSeconds: number; eventFreshSeconds: number },
): Promise<VerifiedRead[]> {
  if (reads.length === 0) return [];
  // Events are indexed by the time of the device, which differs by less than the freshness of live events.
  const margin = passageSeconds + eventFreshSeconds;
  const { rows } = await sql<PairRow>`
    with sought as (
      select * from jsonb_to_recordset(${JSON.stringify(reads)}::jsonb) as s(id bigint, "gateId" integer, kind text,
        read text, "occurredAt" timestamptz, "receivedAt" timestamptz, "cameraId" integer)
    ), pairs as (
      select case s.kind when 'plate' then s.read else e."plateNormalized" end as plate,
        case s.kind when 'plate' then s."cameraId" else e."cameraId" end as "cameraId",
        case s.kind when 'plate' then s."receivedAt" else e."receivedAt" end as at,
        case s.kind when 'tag' then s.read else e."tagNormalized" end as tag
      from sought s
      cross join lateral (
        select o."plateNormalized", o."tagNormalized", o."cameraId", o."receivedAt" from events o
        where o."gateId" = s."gateId" and o.id < s.id and o.timing = 'live' and o.listing <> 'again'
          and o."occurredAt" between s."occurredAt" - make_interval(secs => ${margin})
            and s."occurredAt" + make_interval(secs => ${margin})
          and o."receivedAt" >= s."receivedAt" - make_interval(secs => ${passageSeconds})
          and o.module = case s.kind when 'plate' then 'RFID_ACCESS_CONTROL' else 'ANPR_ACCESS_CONTROL' end
        limit 10
      ) e
    )
    select p.plate, p."cameraId", p.at, t.lp as vehicle,
      exists (select from identifiers r where r."iidNormalized" = p.plate and r.type = 'LICENSE_PLATE') as "isRegistered"
    from pairs p
    join identifiers t on t."iidNormalized" = p.tag and t.type = 'RFID'
    where p."cameraId" is not null and p.plate <> '' and t.lp is not null`.execute(tx);
  return rows.map(toVerifiedRead).filter((read) => read !== undefined);
}

function toVerifiedRead({ plate, cameraId, at, vehicle, isRegistered }: PairRow): VerifiedRead | undefined {
  const actual = normalizeIdentifier(vehicle);
  const confusions = findConfusions(plate, actual);
  if (plate !== actual && (isRegistered || confusions.length === 0)) return undefined;
  const time = new Date(at);
  return { cameraId, hour: startOfHour(time), at: time, confusions };
}
