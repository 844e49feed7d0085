import type { SiteEvent } from "@gatehouse/contract/entities/event";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { call } from "../../api/call.ts";
import { callQuery } from "../../api/call-query.ts";
import { rowsSince, streamedKey, subscribeToBatches } from "../../api/live-rows.ts";
import { renderedWithinMs } from "../../api/query-client.ts";
import { type EventFilters, matchesFilters } from "./event-filters.ts";

interface EventPage {
  data: SiteEvent[];
  next: string | null;
  prev: string | null;
}

/**
 * Merges streamed events into the first page: replaces known ones and inserts new ones by time. An event older than the
 * end of the page belongs to the next page, if there is one.
 */
export function mergeEvents(page: EventPage, rows: readonly SiteEvent[]): EventPage {
  if (rows.length === 0) return page;
  const latest = new Map(rows.map((row) => [row.id, row]));
  const known = page.data.map((row) => latest.get(row.id) ?? row);
  for (const { id } of known) latest.delete(id);
  const last = known.at(-1);
  const isOnPage = (row: SiteEvent) => page.next === null || last === undefined || newestFirst(row, last) < 0;
  return { ...page, data: [...known, ...[...latest.values()].filter(isOnPage)].toSorted(newestFirst) };
}

/** By event time, then by id. */
const newestFirst = (one: SiteEvent, other: SiteEvent): number =>
  Date.parse(other.dateTime) - Date.parse(one.dateTime) || other.id - one.id;

const pageSize = 50;
// Beyond that the list is refetched; older events are on the next pages.
const maxRows = 4 * pageSize;
const refetchDelayMs = 2_000;
/** Time for the rows to move before more are inserted. */
const insertIntervalMs = 400;

/** Query parameters of a list. The ANPR page also asks for events without a gate. */
export const toEventQuery = (module: EventModule, filters: EventFilters) => ({
  ...filters,
  ...(module === "ANPR_ACCESS_CONTROL" && { all: true }),
});

function eventsQuery(module: EventModule, filters: EventFilters, cursor: string | undefined) {
  return queryOptions({
    queryKey: [streamedKey, module, filters, cursor ?? null] as const,
    staleTime: renderedWithinMs,
    queryFn: async ({ signal }): Promise<EventPage> => {
      const startedMs = performance.now();
      const query = { ...toEventQuery(module, filters), limit: pageSize, ...(cursor !== undefined && { cursor }) };
      const page = await call("GET /events/{module}", { params: { module: codeOf(module) }, query, signal });
      // Adds events that arrived during the request and may be missing from the response.
      return cursor === undefined ? mergeEvents(page, listed(rowsSince(startedMs), module, filters)) : page;
    },
  });
}

/** The number of events that match the filters. */
export const eventCountQuery = (module: EventModule, filters: EventFilters) =>
  callQuery("events", "GET /events/{module}/count", {
    params: { module: codeOf(module) },
    query: toEventQuery(module, filters),
  });

/** Tags are read at the gates of the plate cameras; loops have no camera. */
const cameraModules: Partial<Record<EventModule, EventModule>> = { RFID_ACCESS_CONTROL: "ANPR_ACCESS_CONTROL" };

/** Code of the module whose cameras take the pictures of a module's events. */
export const cameraModuleOf = (module: EventModule) => codeOf(cameraModules[module] ?? module);

export const camerasQuery = (module: string) => callQuery("cameras", "GET /cameras/{module}", { params: { module } });

const listed = (rows: readonly SiteEvent[], module: EventModule, filters: EventFilters) =>
  rows.filter((row) => matchesFilters(row, module, filters));

/** A page of events; the first page gets new events live. */
export function useEvents(module: EventModule, filters: EventFilters, cursor: string | undefined, isSettled: boolean) {
  const queries = useQueryClient();
  const options = eventsQuery(module, filters, cursor);
  const query = useQuery({ ...options, enabled: isSettled, placeholderData: keepPreviousData });
  const isAsking = useRef(false);
  const scheduleRefetch = () => {
    if (isAsking.current) return;
    isAsking.current = true;
    setTimeout(() => {
      isAsking.current = false;
      void queries.invalidateQueries({ queryKey: options.queryKey });
    }, refetchDelayMs);
  };
  const take = useEffectEvent((rows: readonly SiteEvent[]) => {
    if (cursor !== undefined) return;
    const own = listed(rows, module, filters);
    const page = queries.setQueryData(options.queryKey, (now) => now && mergeEvents(now, own));
    if (page !== undefined && page.data.length > maxRows) scheduleRefetch();
  });
  useEffect(() => subscribeToBatches((rows) => take(rows), insertIntervalMs), []);
  return query;
}
