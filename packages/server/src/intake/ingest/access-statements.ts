import { advisoryLocks } from "../../platform/database/advisory-locks.ts";
import type { Statement } from "./pipelined-transaction.ts";

const statement = (name: string, text: string): Statement => ({ name: `access ${name}`, text });

/** Serializes decisions that depend on presence and uses, at whichever gates. */
export const lockPresence = statement("lock presence", `select pg_advisory_xact_lock(${advisoryLocks.presence})`);

/** The list entries of plates and tags. */
export const findListed = statement(
  "find listed",
  `select id, kind, type, iid, "iidNormalized", reason, until from access_lists
   where "iidNormalized" = any($1::text[]) order by id`,
);

/** What the pairs of plates require. */
export const findLookAlikes = statement(
  "find look-alikes",
  `select one as plate, other, requirement from access_look_alikes where one = any($1::text[])
   union all
   select other, one, requirement from access_look_alikes where other = any($1::text[])`,
);

const selectPasses = `select p.id, p.name, p.host, p."lpNormalized", p."rfidNormalized", p."validFrom", p."validTo", p.uses,
     (select count(*) from access_pass_uses u where u."passId" = p.id)
       + (select count(*) from passage_holds h where h."passId" = p.id and h.direction = 'N') as used,
     array(select g."gateId" from access_pass_gates g where g."passId" = p.id) as "gateIds"
   from access_passes p
   where p."lpNormalized" = any($1::text[]) or p."rfidNormalized" = any($2::text[]) order by p.id`;

/** The passes for plates ($1) and tags ($2). */
export const findPasses = statement("find passes", selectPasses);

/** The same, protected from deletion until the commit. */
export const lockPasses = statement("lock passes", `${selectPasses} for key share of p`);

export const findPassageTags = statement(
  "find passage tags",
  `select e.id, e."tagNormalized" as tag from unnest($1::bigint[], $2::timestamptz[]) as sought(id, at)
   join events e on e.id = sought.id and e."occurredAt" = sought.at where e."tagNormalized" is not null`,
);

/** The presence of vehicles and their latest unconfirmed passage. */
export const findPresences = statement(
  "find presences",
  `select v.vehicle, h."eventId" as "heldBy", h."toAreaId", h.at, p."areaId", p.since, p."isForgiven"
   from unnest($1::text[]) as v(vehicle)
   left join lateral (
     select s."eventId", s."toAreaId", s.at from passage_holds s where s.vehicle = v.vehicle
     order by s.at desc, s."eventId" desc limit 1
   ) h on true
   left join access_presence p on p.vehicle = v.vehicle
   where h."eventId" is not null or p.id is not null`,
);

/**
 * How many vehicles each area itself holds: all of them (group 0), and those of the given groups. A vehicle that
 * was just admitted has left its earlier area already.
 */
export const countPresent = statement(
  "count present",
  `select "areaId", "groupId", count + held as count from access_area_counts
   where "groupId" = 0 or "groupId" = any($1::integer[])`,
);

/** The areas that are full, or have not reopened yet. */
export const findFullAreas = statement("find full areas", `select "areaId" from access_area_states where "isFull"`);

/**
 * Confirms the passages of vehicles that have passed the gate, or were read where they are after it. That is a gate in the
 * other direction, or one out of the entered area. A camera of the next lane may read a vehicle that has not passed.
 */
export const confirmSeen = statement(
  "confirm seen",
  `select confirm_passages(array(
     select h."eventId" from unnest($1::text[], $2::integer[], $3::boolean[], $4::text[], $5::integer[])
       as seen(vehicle, "gateId", "hasPassed", direction, "fromAreaId")
     join passage_holds h on h.vehicle = seen.vehicle and case
       when h."gateId" = seen."gateId" then seen."hasPassed"
       else h.direction <> seen.direction or h."toAreaId" = seen."fromAreaId" end))`,
);

/** A loop of a gate counted a vehicle, which confirms the oldest passage there. */
export const confirmCounted = statement(
  "confirm counted",
  `select confirm_passages(array(
     select h."eventId" from unnest($1::integer[]) as counted("gateId")
     cross join lateral (
       select s."eventId" from passage_holds s where s."gateId" = counted."gateId" order by s.at, s."eventId" limit 1
     ) h))`,
);

/** Stores granted passages until they are confirmed. */
export const insertHolds = statement(
  "insert holds",
  `insert into passage_holds ("eventId", "gateId", vehicle, module, at, "dueAt", direction, "fromAreaId", "toAreaId",
     "groupIds", "passId")
   select "eventId", "gateId", vehicle, module, at, at + make_interval(secs => $2), direction, "fromAreaId", "toAreaId",
     "groupIds", "passId"
   from jsonb_to_recordset($1::jsonb) as row("eventId" bigint, "gateId" integer, vehicle text, module text,
     at timestamptz, direction text, "fromAreaId" integer, "toAreaId" integer, "groupIds" integer[], "passId" integer)`,
);

/** Uses of passes at readers without a gate. */
export const insertPassUses = statement(
  "insert pass uses",
  `insert into access_pass_uses ("passId", "eventId", at) select * from unnest($1::integer[], $2::bigint[], $3::timestamptz[])`,
);

/** Applies a corrected plate or direction to unconfirmed passages. */
export const correctHolds = statement(
  "correct holds",
  `update passage_holds h set vehicle = corrected.plate, direction = coalesce(corrected.direction, h.direction),
     "fromAreaId" = case when corrected.direction <> h.direction then h."toAreaId" else h."fromAreaId" end,
     "toAreaId" = case when corrected.direction <> h.direction then h."fromAreaId" else h."toAreaId" end
   from unnest($1::bigint[], $2::text[], $3::text[]) as corrected(id, plate, direction)
   where h."eventId" = corrected.id and corrected.plate <> ''`,
);

/** Removes the unconfirmed passages of events. */
export const deleteHolds = statement("delete holds", `delete from passage_holds where "eventId" = any($1::bigint[])`);
