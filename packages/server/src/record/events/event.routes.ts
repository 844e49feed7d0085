import { eventEndpoints } from "@gatehouse/contract/entities/event";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { listCommandsOfEvents } from "../../gate/command.store.ts";
import type { SiteCache } from "../../gate/site-cache.ts";
import { imageUrlsFor } from "../../house/event-image-urls.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import { type GateLimit, loadGateAccess } from "../../platform/http/gate-access.ts";
import { keysetPage } from "../../platform/resources/keyset-page.ts";
import type { Services } from "../../platform/services.ts";
import { correctPlate, findCorrection } from "../data-quality/plate-correction.store.ts";
import { suggestForEvent } from "../data-quality/plate-suggestions.ts";
import type { EventRow } from "./event-columns.ts";
import { exportEventsCsv } from "./event-csv.ts";
import { countEvents, listEvents } from "./event-list.ts";
import { toSiteEvent } from "./event-row.ts";
import { explainEvent } from "./explain-event.ts";

/** Modules whose events come from sensors; those of the others come from cameras. */
const sensorScopes: Partial<Record<EventModule, "ac" | "loop">> = { RFID_ACCESS_CONTROL: "ac", LOOP_DETECTOR: "loop" };

/**
 * The configured sources of a module's events by name. Only those at a person's gates, because they see no
 * events of the others.
 */
async function listSources(db: ReadDb, module: EventModule, gateIds: GateLimit): Promise<string[]> {
  const scope = sensorScopes[module];
  const sources = scope
    ? await db.selectFrom("sensors").select(["id", "name"]).where("scope", "=", scope).execute()
    : await db.selectFrom("cameras").select(["id", "name"]).where("module", "=", module).execute();
  const access = await loadGateAccess(db, gateIds);
  const own = sources.filter(({ id }) => access.may(scope ? "sensors" : "cameras", id, "some"));
  return [...new Set(own.map(({ name }) => name))].filter((name) => name !== "").sort();
}

/** Counting more would take too long on a page that is updated live. */
const maxCounted = 10_000;

/** Lists of events, their number, their CSV export, and the decision behind one. */
export const eventRoutes = (services: Services, siteCache: SiteCache) => {
  const { cursors, clock } = services;
  return handle(eventEndpoints, {
    "GET /events/{module}": async (call) => {
      const { module } = call.params;
      const { cursor, limit, ...sought } = call.query;
      const filter = { ...sought, gateIds: call.person.gateIds };
      const urlOf = imageUrlsFor(call, services);
      const page = await keysetPage({
        cursors,
        cursor,
        limit,
        of: `events:${module}:${JSON.stringify(sought)}`,
        timeOf: ({ occurredAt }: EventRow) => occurredAt,
        fetch: (place, count) => listEvents(call.read, module, filter, place, count),
      });
      return { ...page, data: page.data.map((row) => toSiteEvent(row, urlOf)) };
    },
    "GET /events/{module}/count": async ({ params: { module }, query, person: { gateIds }, read }) => {
      const count = await countEvents(read, module, { ...query, gateIds }, maxCounted);
      return { count: Math.min(count, maxCounted), isMore: count > maxCounted };
    },
    "GET /events/{module}/sources": ({ params: { module }, person: { gateIds }, read }) =>
      listSources(read, module, gateIds),
    "GET /events/{module}/export": async ({ params: { module }, query, person: { gateIds }, read }) => ({
      filename: `events-${codeOf(module)}.csv`,
      content: exportEventsCsv(read, module, { ...query, gateIds }, (await siteCache.now()).configs.timeZone),
    }),
    "GET /events/{module}/{id}": async (call) => {
      const of = { ...call.params, gateIds: call.person.gateIds };
      return (await explainEvent(call.read, of, imageUrlsFor(call, services))).event;
    },
    "GET /events/{module}/{id}/why": async (call) => {
      const { module, id } = call.params;
      const of = { module, id, gateIds: call.person.gateIds };
      const { cameraId, ...explained } = await explainEvent(call.read, of, imageUrlsFor(call, services));
      const { reasonCode, nearestFix, steps, policyVersion, shadow } = explained.trace;
      const [commands, suggestions, correction] = await Promise.all([
        listCommandsOfEvents(call.read, [id]),
        suggestForEvent(call.read, { trace: explained.trace, cameraId }),
        findCorrection(call.read, id),
      ]);
      const quality = { suggestions: correction ? [] : suggestions, correction };
      return { ...explained, reasonCode, nearestFix, steps, policyVersion, shadow, commands, ...quality };
    },
    "POST /events/{module}/{id}/correct": ({ params, body, person: { gateIds, username }, write }) =>
      write((tx) => correctPlate(tx, { ...params, gateIds }, { ...body, by: username, at: clock.now() })),
  });
};
