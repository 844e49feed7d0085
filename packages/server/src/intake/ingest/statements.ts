import { advisoryLocks } from "../../platform/database/advisory-locks.ts";
import { changeNotification, channels, queuedCommands } from "../../platform/database/channels.ts";
import { columnNames, insertRecordset, overwriteColumns, recordset } from "../../platform/database/recordset.ts";
import { insertedEventColumns } from "../inserted-event-columns.ts";
import {
  commandColumns,
  correctionColumns,
  eventKeyColumns,
  eventReportColumns,
  passageColumns,
} from "./inserted-columns.ts";
import type { Statement } from "./pipelined-transaction.ts";

const { receivedAt: _, ...decidedColumns } = insertedEventColumns;

/** SQL that overwrites the events of the JSON array in parameter $1, which are found by id and time. */
const updateRecordset = (columns: typeof decidedColumns | typeof correctionColumns) => {
  const assigned = Object.keys(columns).filter((name) => name !== "id" && name !== "occurredAt");
  return `update events e set ${assigned.map((name) => `"${name}" = row."${name}"`).join(", ")}
   from ${recordset(columns)} where e.id = row.id and e."occurredAt" = row."occurredAt"`;
};

const statement = (name: string, text: string): Statement => ({ name: `ingest ${name}`, text });

/** Ids in ascending order, the order in which every batch locks rows. */
export const sortedUnique = (ids: readonly number[]) => [...new Set(ids)].sort((one, other) => one - other);

const selectEventKeys = `select k.sender, k."eventId", k.content, k.camera, k."isSavedCamera",
     case when isfinite(k."reportedAt") then k."reportedAt" end as "reportedAt", k."receivedAt"`;
// With an offset, each key is looked up in the index, even by a plan that was made while the table was empty.
const soughtEventKeys = `from (select distinct * from unnest($1::text[], $2::text[]) as key(sender, "eventId")) sought
   cross join lateral (
     select * from event_keys k where k.sender = sought.sender and k."eventId" = sought."eventId" offset 0
   ) k`;

/** The stored keys with these senders and event ids. */
export const findEventKeys = statement("find event keys", `${selectEventKeys} ${soughtEventKeys}`);

/** The same, with the ids of the events. */
export const findEventKeyIds = statement("find event key ids", `${selectEventKeys}, k.id ${soughtEventKeys}`);

/** The commands of events. */
export const findCommandsOf = statement(
  "find commands of events",
  `select id, "eventId", "targetKind", "targetId" from commands where "eventId" = any($1::bigint[])`,
);

/** Ids for this many new events. */
export const takeEventIds = statement(
  "take event ids",
  "select nextval('event_ids') as id from generate_series(1, $1::integer)",
);

/**
 * Inserts keys with the ids of their events. It fails for a duplicate that another batch stores at the same time.
 * Every batch inserts in the same order, to avoid deadlocks.
 */
export const insertEventKeys = statement(
  "insert event keys",
  `insert into event_keys (id, ${columnNames(eventKeyColumns)}, "receivedAt")
   select id, ${columnNames(eventKeyColumns)}, $2 from ${recordset({ id: "bigint", ...eventKeyColumns })}
   order by sender collate "C", "eventId" collate "C", content collate "C", "reportedAt", "keyCamera" collate "C"`,
);

/** Serializes the decisions at each gate. Locks are taken in the order of the ids, to avoid deadlocks. */
export const lockGates = statement(
  "lock gates",
  `select pg_advisory_xact_lock(${advisoryLocks.gates}, id) from unnest($1::integer[]) id`,
);

/** Serializes the decisions at each reader that opens a barrier of its own; its keys are negative. */
export const lockReaders = statement(
  "lock readers",
  `select pg_advisory_xact_lock(${advisoryLocks.gates}, -id) from unnest($1::integer[]) id`,
);

/** Identifiers with these normalised plates or tags. */
export const findIdentifiers = statement(
  "find identifiers",
  `select id, origin, "externalId", type, iid, "iidNormalized", lp, "ownerName", "vehicleType", "validFrom", "validTo",
     array(select g."groupId" from identifier_groups g where g."identifierId" = identifiers.id) as "groupIds"
   from identifiers where "iidNormalized" = any($1::text[])`,
);

/** Ids of the reservations for these plates ($1) and tags ($2). */
export const findReservationIds = statement(
  "find reservation ids",
  `select id from reservations where "lpNormalized" = any($1::text[])
   union select id from reservations where "rfidNormalized" = any($2::text[])`,
);

const selectReservations = `select id, source, "externalId", lp, "lpNormalized", "rfidNormalized", "driverFirstName",
     "driverLastName", "validFrom", "validTo", "gracePeriodEarliestEntry", "gracePeriodLatestEntry",
     "gracePeriodLatestExit", "shouldAllowMultipleUsage"
   from reservations where id = any($1::integer[]) order by id`;

/** Reservations by id. */
export const findReservations = statement("find reservations", selectReservations);

/** Reservations by id, locked until the commit, so that a single-use reservation is used once across all gates. */
export const lockReservations = statement("lock reservations", `${selectReservations} for no key update`);

/** How often reservations were used. */
export const countReservationUses = statement(
  "count reservation uses",
  `select "reservationId", count(*) filter (where direction = 'N') as entries,
     count(*) filter (where direction = 'X') as exits
   from reservation_uses where "reservationId" = any($1::integer[]) group by 1`,
);

/** The latest passages of vehicles at gates; the lateral join looks each one up by the primary key. */
export const findPassages = statement(
  "find passages",
  `select found.* from unnest($1::integer[], $2::text[]) as sought("gateId", vehicle)
   cross join lateral (
     select ${columnNames(passageColumns)} from passages p
     where p."gateId" = sought."gateId" and p.vehicle = sought.vehicle limit 1
   ) found`,
);

/** The latest decided first reads of tags at readers without a gate. The index `events_page` bounds the scan by time. */
export const findReaderPassages = statement(
  "find reader passages",
  `select sought."sensorId", sought.tag, found.* from unnest($1::integer[], $2::text[]) as sought("sensorId", tag)
   cross join lateral (
     select id as "eventId", "occurredAt", "receivedAt" as at, "isGranted" from events e
     where e.module = 'RFID_ACCESS_CONTROL' and e.status in ('PROCESSED', 'RECEIVED') and e.listing = 'elsewhere'
       and e."occurredAt" >= $3 and e."sensorId" = sought."sensorId" and e."tagNormalized" = sought.tag
       and e."isGranted" is not null and e."passageOf" is null
     order by e."receivedAt" desc, e.id desc limit 1
   ) found`,
);

/** Locks these variables and all that are computed from them, so that a value that was read is still current when set. */
export const lockVariables = statement("lock variables", "select hold_touched($1::integer[])");

/** The values of slots, and when they were last reported. */
export const findSlotValues = statement(
  "find slot values",
  `select v.id, v."ledgerValue" as current, r."reportedAt" from variables v
   left join slot_reports r on r."variableId" = v.id where v.id = any($1::integer[])`,
);

export const insertEvents = statement("insert events", insertRecordset("events", insertedEventColumns));

/** Overwrites events that were decided again: everything but their identity, time and place. */
export const updateEvents = statement("update events", updateRecordset(decidedColumns));

/** The latest reads of followed vehicles, and whether a command followed from them. */
export const findTrackedReads = statement(
  "find tracked reads",
  `select sought.sender, sought.track, e.id, e."occurredAt", e."receivedAt", e.module, e."plateNormalized", e."lpRaw",
     e.direction, e.confidence, e."vehicleType", e."isGranted", e.trace, e."gateId", e."cameraId", e."reservationId",
     e."passageOf", e."fullImage" is not null or e."plateImage" is not null as "hasImages",
     exists (select from commands c where c."eventId" = e.id) as "isCommanded"
   from (select distinct * from unnest($1::text[], $2::text[]) as key(sender, track)) sought
   cross join lateral (
     select r."eventId", r."occurredAt" from event_reports r
     where r.sender = sought.sender and r.track = sought.track and r."receivedAt" >= $3
     order by r."receivedAt" desc, r."eventId" desc limit 1
   ) latest
   join events e on e.id = latest."eventId" and e."occurredAt" = latest."occurredAt"`,
);

/** Keeps messages as sent, each once for an event. */
export const insertEventReports = statement(
  "insert event reports",
  `${insertRecordset("event_reports", eventReportColumns)} on conflict do nothing`,
);

/** Corrects what a later report brings, without another decision. */
export const correctEvents = statement("correct events", updateRecordset(correctionColumns));

/** A reservation that was used in the other direction counts there. */
export const correctReservationUses = statement(
  "correct reservation uses",
  `update reservation_uses u set direction = corrected.direction
   from unnest($1::bigint[], $2::text[]) as corrected(id, direction)
   where u."eventId" = corrected.id and corrected.direction is not null and u.direction <> corrected.direction`,
);

/** Removes the passages that events started. */
export const deletePassagesOf = statement(
  "delete passages of events",
  `delete from passages where "eventId" = any($1::bigint[])`,
);

/** Removes the uses of reservations by events. */
export const deleteReservationUses = statement(
  "delete reservation uses",
  `delete from reservation_uses where "eventId" = any($1::bigint[])`,
);

/** Saves the latest passages of vehicles at gates. */
export const upsertPassages = statement(
  "upsert passages",
  `${insertRecordset("passages", passageColumns)}
   on conflict ("gateId", vehicle) do update set ${overwriteColumns(passageColumns, ["gateId", "vehicle"])}`,
);

/** Adds further detections to the first event of their passage. */
export const addSightings = statement(
  "add sightings",
  `update events e set sightings = e.sightings + seen.times
   from unnest($1::bigint[], $2::timestamptz[], $3::integer[]) as seen(id, at, times)
   where e.id = seen.id and e."occurredAt" = seen.at`,
);

/** Updates when identifiers were last seen. */
export const updateLastSeen = statement(
  "update last seen",
  `insert into identifier_sightings ("identifierId", "lastSeenAt")
   select i.id, $2 from unnest($1::integer[]) as seen(id) join identifiers i using (id)
   on conflict ("identifierId") do update set "lastSeenAt" = greatest(identifier_sightings."lastSeenAt", excluded."lastSeenAt")`,
);

export const insertReservationUses = statement(
  "insert reservation uses",
  `insert into reservation_uses ("reservationId", "eventId", direction, at)
   select * from unnest($1::integer[], $2::bigint[], $3::text[], $4::timestamptz[])`,
);

/** Saves when slots were last reported. */
export const upsertSlotReports = statement(
  "upsert slot reports",
  `insert into slot_reports ("variableId", "reportedAt")
   select * from unnest($1::integer[], $2::timestamptz[])
   on conflict ("variableId") do update set "reportedAt" = excluded."reportedAt"`,
);

/** Inserts commands and returns their ids. */
export const insertCommands = statement(
  "insert commands",
  `${insertRecordset("commands", commandColumns)} returning id, "eventId", "targetKind", "targetId"`,
);

/** Saves the relays that the server must release at the end of their pulse. */
export const upsertReleases = statement(
  "upsert releases",
  `insert into relay_releases (host, port, "relayNumber", "unitId", driver, "restsOn", "dueAt")
   select host, port, "relayNumber", "unitId", max(driver), bool_or("restsOn"), max("dueAt")
   from unnest($1::text[], $2::integer[], $3::integer[], $4::integer[], $5::text[], $6::boolean[], $7::timestamptz[])
     as due(host, port, "relayNumber", "unitId", driver, "restsOn", "dueAt")
   group by 1, 2, 3, 4
   on conflict (host, port, "relayNumber", "unitId") do update
     set driver = excluded.driver, "restsOn" = excluded."restsOn", "dueAt" = greatest(relay_releases."dueAt", excluded."dueAt")`,
);

/** Notifies all processes of new events, by their ids. */
export const announceEvents = statement(
  "announce events",
  `select pg_notify('${channels.events}', $1), ${changeNotification("events")}`,
);

/** Notifies the process that drives the hardware, and clients that show commands. */
export const announceCommands = statement(
  "announce commands",
  `select pg_notify('${channels.commands}', '${queuedCommands}'), ${changeNotification("commands")}`,
);
