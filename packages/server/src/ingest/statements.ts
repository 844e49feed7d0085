import { insertedEventColumns } from "../events/event-columns.ts";
import { advisoryLocks } from "../platform/database/advisory-locks.ts";
import { changeNotification, channels, queuedCommands } from "../platform/database/channels.ts";
import { columnNames, recordset } from "../platform/database/recordset.ts";
import { commandColumns, eventKeyColumns, passageColumns } from "./inserted-columns.ts";
import type { Statement } from "./pipelined-transaction.ts";

const statement = (name: string, text: string): Statement => ({ name: `ingest ${name}`, text });

/** SAFE-7: the stored keys with these senders and event ids. */
export const findEventKeys = statement(
  "find event keys",
  `select k.sender, k."eventId", k.content, k.camera, k."isSavedCamera",
     case when isfinite(k."reportedAt") then k."reportedAt" end as "reportedAt", k."receivedAt"
   from (select distinct * from unnest($1::text[], $2::text[]) as key(sender, "eventId")) sought
   join event_keys k using (sender, "eventId")`,
);

/**
 * ENG-4: inserts the keys that are new, and returns their event ids, which follow the order of arrival. Every batch inserts
 * in the same order, to avoid deadlocks.
 */
export const insertEventKeys = statement(
  "insert event keys",
  `with numbered as (
     select nextval('event_ids') as id, sent.*
     from (select * from ${recordset({ position: "integer", ...eventKeyColumns })} order by position) sent
   ), inserted as (
     insert into event_keys (id, ${columnNames(eventKeyColumns)}, "receivedAt")
     select id, ${columnNames(eventKeyColumns)}, $2 from numbered
     order by sender collate "C", "eventId" collate "C", content collate "C", "reportedAt", "keyCamera" collate "C"
     on conflict do nothing returning id
   )
   select position, id from numbered join inserted using (id)`,
);

/** Decides alone at these gates, in the order of their ids so that nobody waits in a circle. */
export const lockGates = statement(
  "gates",
  `select pg_advisory_xact_lock(${advisoryLocks.gates}, id) from unnest($1::integer[]) id`,
);

/** What is known of plates and tags. */
export const findIdentifiers = statement(
  "identifiers",
  `select id, origin, "externalId", type, iid, "iidNormalized", lp, "ownerName", "vehicleType", "validFrom", "validTo"
   from identifiers where "iidNormalized" = any($1::text[])`,
);

/** Which reservations concern plates and tags. */
export const findReservations = statement(
  "reservations",
  `select id from reservations where "lpNormalized" = any($1::text[])
   union select id from reservations where "rfidNormalized" = any($2::text[])`,
);

const reservationRows = `select id, source, "externalId", lp, "lpNormalized", "rfidNormalized", "driverFirstName",
     "driverLastName", "validFrom", "validTo", "gracePeriodEarliestEntry", "gracePeriodLatestEntry",
     "gracePeriodLatestExit", "shouldAllowMultipleUsage"
   from reservations where id = any($1::integer[]) order by id`;

/** Reservations as they are. */
export const readReservations = statement("read reservations", reservationRows);

/** Reservations, held until the end: a single use is used once, at whichever gate. */
export const holdReservations = statement("hold reservations", `${reservationRows} for no key update`);

/** How often reservations were used. */
export const findUses = statement(
  "uses",
  `select "reservationId", count(*) filter (where direction = 'N') as entries,
     count(*) filter (where direction = 'X') as exits
   from reservation_uses where "reservationId" = any($1::integer[]) group by 1`,
);

/** Who is at a gate now; each is looked for by the table's key, however many there are. */
export const findPassages = statement(
  "passages",
  `select found.* from unnest($1::integer[], $2::text[]) as sought("gateId", vehicle)
   cross join lateral (
     select ${columnNames(passageColumns)} from passages p
     where p."gateId" = sought."gateId" and p.vehicle = sought.vehicle limit 1
   ) found`,
);

/** Holds everything that these variables move, so that a value that is read then stays until it is set. */
export const holdVariables = statement("variables", "select hold_touched($1::integer[])");

/** The values of slots. */
export const findSlots = statement(
  "slot values",
  `select v.id, v."ledgerValue" as current, r."reportedAt" from variables v
   left join slot_reports r on r."variableId" = v.id where v.id = any($1::integer[])`,
);

/** Stores events. */
export const storeEvents = statement(
  "events",
  `insert into events (${columnNames(insertedEventColumns)}) select ${columnNames(insertedEventColumns)} from ${recordset(insertedEventColumns)}`,
);

/** Stores who is at a gate now. */
export const storePassages = statement(
  "store passages",
  `insert into passages (${columnNames(passageColumns)}) select ${columnNames(passageColumns)} from ${recordset(passageColumns)}
   on conflict ("gateId", vehicle) do update set "eventId" = excluded."eventId", "occurredAt" = excluded."occurredAt",
     at = excluded.at, module = excluded.module, "isGranted" = excluded."isGranted", "isCounted" = excluded."isCounted"`,
);

/** One passage was seen again. */
export const countSightings = statement(
  "sightings",
  `update events e set sightings = e.sightings + seen.times
   from unnest($1::bigint[], $2::timestamptz[], $3::integer[]) as seen(id, at, times)
   where e.id = seen.id and e."occurredAt" = seen.at`,
);

/** Identifiers that were seen. */
export const markSeen = statement(
  "seen",
  `insert into identifier_sightings ("identifierId", "lastSeenAt")
   select i.id, $2 from unnest($1::integer[]) as seen(id) join identifiers i using (id)
   on conflict ("identifierId") do update set "lastSeenAt" = greatest(identifier_sightings."lastSeenAt", excluded."lastSeenAt")`,
);

/** Reservations that were used. */
export const storeUses = statement(
  "store uses",
  `insert into reservation_uses ("reservationId", "eventId", direction, at)
   select * from unnest($1::integer[], $2::bigint[], $3::text[], $4::timestamptz[])`,
);

/** Stores when slots were last reported. */
export const storeSlotReports = statement(
  "told",
  `insert into slot_reports ("variableId", "reportedAt")
   select * from unnest($1::integer[], $2::timestamptz[])
   on conflict ("variableId") do update set "reportedAt" = excluded."reportedAt"`,
);

/** Commands, as they are to be carried out or were handed over. */
export const storeCommands = statement(
  "commands",
  `insert into commands (${columnNames(commandColumns)}) select ${columnNames(commandColumns)} from ${recordset(commandColumns)}
   returning id, "eventId", "targetKind", "targetId"`,
);

/** Relays that have to be released by us. */
export const storeReleases = statement(
  "releases",
  `insert into relay_releases (host, port, "relayNumber", driver, "dueAt")
   select host, port, "relayNumber", driver, max("dueAt")
   from unnest($1::text[], $2::integer[], $3::integer[], $4::text[], $5::timestamptz[])
     as due(host, port, "relayNumber", driver, "dueAt")
   group by 1, 2, 3, 4
   on conflict (host, port, "relayNumber") do update
     set driver = excluded.driver, "dueAt" = greatest(relay_releases."dueAt", excluded."dueAt")`,
);

/** Tells every process which events are new, and those who follow topics that some are. */
export const notifyEvents = statement(
  "tell events",
  `select pg_notify('${channels.events}', $1), ${changeNotification("events")}`,
);

/** Tells whoever carries out commands that some wait, and those who show them. */
export const notifyCommands = statement(
  "tell commands",
  `select pg_notify('${channels.commands}', '${queuedCommands}'), ${changeNotification("commands")}`,
);
