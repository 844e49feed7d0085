import type { Alert } from "@gatehouse/contract/entities/alert";
import { type Handover, type Station, stationEndpoints } from "@gatehouse/contract/entities/station";
import { asText } from "@gatehouse/contract/fields/as-text";
import { listAlerts } from "../../alert/alert.store.ts";
import type { CommandOrigins } from "../../gate/command-origins.ts";
import type { SiteCache } from "../../gate/site-cache.ts";
import { imageUrlsFor } from "../../house/event-image-urls.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import { type Call, handle } from "../../platform/http/call.ts";
import { type GateLimit, isOwnGate } from "../../platform/http/gate-limit.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { loadStation } from "./load-station.ts";
import { findOpenedEvent, openEvent, requireAtBarrier } from "./open-event.ts";
import {
  insertHandover,
  insertNote,
  listActiveOverrides,
  rejectForeignEvent,
  saveDenial,
  saveHandling,
} from "./station.store.ts";

/** The gate station. */
export const stationRoutes = (services: Services, siteCache: SiteCache, origins: CommandOrigins) => {
  const { clock } = services;

  async function stationOf(call: Pick<Call<unknown>, "person" | "read" | "setCookie">, gateId: number) {
    const { gateIds } = call.person;
    if (!isOwnGate(gateIds, gateId)) throw httpError("record/not-found");
    const site = await siteCache.now();
    return loadStation(call.read, gateId, { services, site, gateIds, urlOf: imageUrlsFor(call, services) });
  }

  /** An action of the signed-in person about an event at one of their gates. */
  async function actionOn({ params, person, read }: EventCall) {
    const { id, gateId } = await findOpenedEvent(read, params, person.gateIds);
    return { eventId: id, gateId, by: person.username, at: clock.now() };
  }

  return handle(stationEndpoints, {
    "GET /station/{gateId}": (call) => stationOf(call, call.params.gateId),
    "GET /station/{gateId}/handover": async (call) => {
      const station = await stationOf(call, call.params.gateId);
      return loadHandover(call.read, station, { gateIds: call.person.gateIds, now: clock.now() });
    },
    "POST /station/{gateId}/handover": async (call) => {
      const station = await stationOf(call, call.params.gateId);
      const now = clock.now();
      const { from, ...content } = await loadHandover(call.read, station, { gateIds: call.person.gateIds, now });
      const summary = { gate: station.gate.name, ...content };
      const handover = { gateId: call.params.gateId, from, by: call.person.username, at: now, summary };
      return call.write((tx) => insertHandover(tx, handover));
    },
    "POST /station/{gateId}/notes": async ({ params: { gateId }, body, person, read, write }) => {
      const gate = await read.selectFrom("gates").select("id").where("id", "=", gateId).executeTakeFirst();
      if (!gate || !isOwnGate(person.gateIds, gateId)) throw httpError("record/not-found");
      await rejectForeignEvent(read, gateId, body.eventId);
      return write((tx) => insertNote(tx, { gateId, ...body, by: person.username, at: clock.now() }));
    },
    "POST /events/{module}/{id}/open": (call) =>
      openEvent(call, { services, siteCache, origins }, { ...call.params, ...call.body }),
    "POST /events/{module}/{id}/handle": async (call) => {
      const action = await actionOn(call);
      await call.write((tx) => saveHandling(tx, action, call.body.isHandled));
      return undefined;
    },
    "POST /events/{module}/{id}/deny": async (call) => {
      const action = await actionOn(call);
      const { reason, isStillThere } = call.body;
      const site = await siteCache.now();
      await call.write(async (tx) => {
        await saveDenial(tx, action, reason);
        if (!isStillThere)
          await requireAtBarrier(tx, { id: action.eventId, gateId: action.gateId }, { site, now: action.at });
      });
      return undefined;
    },
  });
};

type EventCall = Pick<Call<(typeof stationEndpoints)["POST /events/{module}/{id}/deny"]>, "params" | "person" | "read">;

/** Shelved alerts are listed apart, because they are hidden until they return. */
function toHandedAlerts(alerts: readonly Alert[]): Pick<Handover, "alerts" | "shelvedAlerts"> {
  const isShelved = ({ state }: Alert) => state === "shelved";
  const toHanded = ({ id, title, description }: Alert) => ({ id, title, description });
  return {
    alerts: alerts
      .filter((alert) => !isShelved(alert))
      .map((alert) => ({ ...toHanded(alert), isAcknowledged: alert.state === "acknowledged" })),
    shelvedAlerts: alerts.filter(isShelved).map((alert) => ({
      ...toHanded(alert),
      by: asText(alert.shelvedBy),
      reason: asText(alert.shelveReason),
      until: alert.shelvedUntil ?? alert.lastSeenAt,
    })),
  };
}

/** What the next person has to know: waiting vehicles, alerts, overrides and notes. */
async function loadHandover(
  db: ReadDb,
  { gate, waiting, left, notes, onDuty }: Station,
  { gateIds, now }: { gateIds: GateLimit; now: Date },
): Promise<Handover> {
  const [alerts, overrides] = await Promise.all([
    listAlerts(db, { scope: "ac", withResolved: false, limit: gateIds }, now),
    listActiveOverrides(db, gate.id, now),
  ]);
  return {
    since: onDuty?.since ?? null,
    from: onDuty?.by ?? null,
    cards: [...left.toReversed(), ...waiting].map(({ event, handling }) => ({
      eventId: event.id,
      read: event.module === "RFID_ACCESS_CONTROL" ? event.tag : event.lp,
      since: event.receivedAt,
      handledBy: handling?.by ?? null,
    })),
    ...toHandedAlerts(alerts),
    overrides,
    notes,
  };
}
