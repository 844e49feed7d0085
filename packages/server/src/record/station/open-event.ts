import { stationErrors } from "@gatehouse/contract/entities/station.messages";
import type { Command } from "@gatehouse/contract/events/command";
import { maxEventOpenMinutes } from "@gatehouse/contract/events/event-fields";
import { accessModules } from "@gatehouse/contract/events/event-module";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import { plateOrTagOf } from "@gatehouse/contract/fields/identifier-text";
import { passageAreas } from "@gatehouse/engine/policy/policy";
import { sql } from "kysely";
import type { CommandOrigins } from "../../gate/command-origins.ts";
import { toBarrierPayload, toCommandRecord } from "../../gate/command-payload.ts";
import { maxEventOpenAgeMs } from "../../gate/command-record.ts";
import { findLoop } from "../../gate/loop-states.ts";
import { type ManualCall, sendManualCommands } from "../../gate/manual-commands.ts";
import type { Site, SiteCache } from "../../gate/site-cache.ts";
import type { SiteGate } from "../../gate/site-wiring.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { type GateLimit, isOwnGate } from "../../platform/http/gate-limit.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { findPlaces, listCardFacts } from "./card-facts.ts";

const maxEventAgeMs = maxEventOpenMinutes * 60_000;

interface Parts {
  readonly services: Pick<Services, "db" | "clock" | "metrics">;
  readonly siteCache: SiteCache;
  readonly origins: CommandOrigins;
}

interface Opening {
  readonly module: (typeof accessModules)[number];
  readonly id: number;
  readonly reason: string;
  readonly passId: number | null;
  /** The person has checked that the vehicle is still there. */
  readonly isStillThere: boolean;
}

/** Opens the gate of an event. The command belongs to the event, is sent once and expires after 10 s. */
export async function openEvent(call: ManualCall, parts: Parts, opening: Opening): Promise<Command[]> {
  const { services, siteCache, origins } = parts;
  const { arrival } = call.caller;
  const event = await findOpenedEvent(call.read, opening, call.person.gateIds);
  // In both directions, because a clock may have been stepped back.
  if (Math.abs(services.clock.elapsedMs(new Date(event.receivedAt))) > maxEventAgeMs) throw httpError("event/too-old");
  const site = await siteCache.now();
  const gate = site.gates.get(event.gateId);
  if (!gate) throw httpError("event/no-gate");
  // Applies to manual commands too.
  if (!site.modules[opening.module]) throw httpError("module/inactive");
  const { barrier } = gate;
  if (!barrier) throw httpError("gate/nothing-wired");
  const pass = await findPass(call.read, opening.passId, { gateId: gate.id, at: arrival.at });
  const target = { kind: "boomBarrier", id: barrier.id, name: barrier.name } as const;
  const row = {
    ...toCommandRecord(
      { kind: "open", target },
      toBarrierPayload(site, barrier, arrival.at),
      arrival.at,
      maxEventOpenAgeMs,
    ),
    eventId: event.id,
    gateId: gate.id,
    module: opening.module,
    by: call.person.username,
    reason: opening.reason,
  };
  return sendManualCommands(call, { services, origins }, [row], async (tx) => {
    await requireVehicle(tx, gate);
    if (!opening.isStillThere) await requireAtBarrier(tx, event, { site, now: arrival.at });
    await saveManualPassage(tx, { event, gate, pass, at: arrival.at, passageSeconds: site.configs.passageSeconds });
  });
}

/** The first event of the passage at one of the person's gates, which its commands belong to. */
export async function findOpenedEvent(
  db: ReadDb,
  { module, id }: Pick<Opening, "module" | "id">,
  gateIds: GateLimit,
): Promise<OpenedEvent> {
  const read = await db
    .selectFrom("events")
    .select(["id", "passageOf", "gateId"])
    .where("id", "=", id)
    .where("module", "=", module)
    .executeTakeFirst();
  if (!read || !isOwnGate(gateIds, read.gateId)) throw httpError("record/not-found");
  if (read.gateId === null) throw httpError("event/no-gate");
  const first = await db
    .selectFrom("events")
    .select(["id", "module", "direction", "receivedAt", "plateNormalized", "tagNormalized"])
    .where("id", "=", read.passageOf ?? read.id)
    .where("module", "in", accessModules)
    .executeTakeFirst();
  if (!first) throw httpError("record/not-found");
  return { ...first, gateId: read.gateId };
}

/** Refuses to open without a vehicle. A loop that can't be read prevents nothing. */
async function requireVehicle(tx: Tx, { loopId }: SiteGate): Promise<void> {
  if (loopId !== null && (await findLoop(tx, loopId))?.isOccupied === false) throw httpError("gate/no-vehicle");
}

/** Refuses to act on a vehicle that may not be at the barrier, unless the person has checked it. */
export async function requireAtBarrier(
  tx: Tx,
  event: Pick<OpenedEvent, "id" | "gateId">,
  { site, now }: { site: Site; now: Date },
): Promise<void> {
  const gate = site.gates.get(event.gateId);
  if (!gate) return;
  const moment = { nowMs: now.getTime(), maxCardMs: site.configs.stationCardMinutes * 60_000 };
  const loop = gate.loopId === null ? null : await findLoop(tx, gate.loopId);
  const facts = await listCardFacts(tx, gate.id, moment);
  const places = await findPlaces(tx, facts, { gate, site, loop, now: moment });
  // An event that is not listed has several newer ones.
  const place = places.get(event.id);
  const away = place ? place.away : "newer";
  if (away !== null) throw httpError("event/may-have-left", { message: stationErrors.mayHaveLeft(away) });
}

/** The pass of a visitor, which must admit them at this gate now. */
async function findPass(
  db: ReadDb,
  passId: number | null,
  { gateId, at }: { gateId: number; at: Date },
): Promise<AdmittedPass | null> {
  if (passId === null) return null;
  const pass = await db
    .selectFrom("access_pass_records")
    .select(["id", "lpNormalized", "rfidNormalized", "gateIds"])
    .where("id", "=", passId)
    .where("validFrom", "<=", at.toISOString())
    .where("validTo", ">=", at.toISOString())
    .executeTakeFirst();
  const gateIds = pass?.gateIds as number[] | undefined;
  if (pass?.id && (gateIds?.length === 0 || gateIds?.includes(gateId))) return { ...pass, id: pass.id };
  const message = stationErrors.unknownPass;
  throw httpError("request/invalid", { message, errors: [{ path: "passId", message }] });
}

/** The first event of a passage. */
interface OpenedEvent {
  readonly id: number;
  readonly module: string;
  readonly gateId: number;
  readonly direction: string | null;
  readonly receivedAt: string;
  readonly plateNormalized: string | null;
  readonly tagNormalized: string | null;
}

/** The pass by which a visitor is let in. */
interface AdmittedPass {
  readonly id: number;
  readonly lpNormalized: string | null;
  readonly rfidNormalized: string | null;
}

interface ManualPassage {
  readonly event: OpenedEvent;
  readonly gate: SiteGate;
  readonly pass: AdmittedPass | null;
  readonly at: Date;
  readonly passageSeconds: number;
}

/**
 * A vehicle that a person lets in is inside, and its pass is used, once the passage is confirmed. If the
 * command fails, `cancel_passage` removes it again.
 */
async function saveManualPassage(tx: Tx, passage: ManualPassage): Promise<void> {
  const { event, gate, pass, at, passageSeconds } = passage;
  const direction = (event.direction as GateType | null) ?? gate.type;
  const { from, to } = passageAreas(gate, direction);
  const vehicle = await findVehicle(tx, event, pass);
  if (vehicle === "" || (from === null && to === null && pass === null)) return;
  await sql`
    insert into passage_holds ("eventId", "gateId", vehicle, module, at, "dueAt", direction, "fromAreaId", "toAreaId",
      "groupIds", "passId")
    values (${event.id}, ${gate.id}, ${vehicle}, ${event.module}, ${at},
      ${new Date(at.getTime() + passageSeconds * 1_000)}, ${direction}, ${from}, ${to}, '{}', ${pass?.id ?? null})
    on conflict ("eventId") do update set "dueAt" = excluded."dueAt",
      "passId" = coalesce(excluded."passId", passage_holds."passId")`.execute(tx);
}

/** The plate or tag of the pass, else the corrected plate, else what was read. */
async function findVehicle(tx: Tx, event: OpenedEvent, pass: AdmittedPass | null): Promise<string> {
  const entered = pass?.lpNormalized ?? pass?.rfidNormalized;
  if (entered) return entered;
  const corrected = await tx
    .selectFrom("event_corrections")
    .select("lpNormalized")
    .where("eventId", "=", event.id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return corrected?.lpNormalized ?? plateOrTagOf(event.plateNormalized, event.tagNormalized);
}
