import { alertScopes } from "@gatehouse/contract/entities/alert-type";
import type { SeriesName } from "@gatehouse/contract/entities/overview-figures";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import type { Preload } from "../../api/preload.ts";
import { siteOf } from "../../api/site.ts";
import { siteQuery } from "../../api/site-query.ts";
import { dayPeriod, type Period } from "./overview-period.ts";

/** Figures change with every vehicle: they are refetched from time to time instead of with each event. */
const refetchInterval = 15_000;

const times = ({ from, to }: Period) => ({ from: from.toISOString(), to: to.toISOString() });

const figuresQuery = (period: Period) => callQuery("area_counts", "GET /overview", { query: times(period) });

/** A figure, or the vehicles in an area, per hour. */
export const seriesQuery = (name: SeriesName, period: Period, area?: number) =>
  callQuery("area_corrections", "GET /overview/series", {
    query: { name, ...times(period), step: "hour", ...(area !== undefined && { area }) },
  });

const areaCountsQuery = callQuery("area_counts", "GET /overview/areas");

/** OPS-1: the alerts of each scope. */
export const openAlertQueries = alertScopes.map((scope) =>
  callQuery("alerts", "GET /alerts", { query: { scope, resolved: false } }),
);

/** OPS-1: the figures of a period. */
export const useFigures = (period: Period) =>
  useQuery({ ...figuresQuery(period), refetchInterval, placeholderData: keepPreviousData });

/** OPS-1: a figure, or the vehicles in an area, per hour. */
export const useSeries = (name: SeriesName, period: Period, area?: number) =>
  useQuery({ ...seriesQuery(name, period, area), refetchInterval });

/** OPS-7: the counts of the areas. */
export const useAreaCounts = () => useQuery({ ...areaCountsQuery, refetchInterval });

/** Loads the counts, figures and alerts that the overview shows first; then, without waiting for them, its charts. */
export const preloadOverview: Preload = async (queries) => {
  // These need no time zone, which would have to be loaded first.
  const alerts = openAlertQueries.map((query) => queries.prefetchQuery(query));
  void queries.prefetchQuery(areaCountsQuery);
  const { timeZone } = siteOf(await queries.ensureQueryData(siteQuery));
  const day = (days: number) => dayPeriod(new Date(), timeZone, days);
  const preloadAreas = async () => {
    const areas = await queries.ensureQueryData(areaCountsQuery);
    const series = areas.flatMap(({ id }) => [0, -1].map((days) => seriesQuery("occupancy", day(days), id)));
    await Promise.all(series.map((query) => queries.prefetchQuery(query)));
  };
  const flows = (["entries", "exits"] as const).flatMap((name) => [0, -7].map((days) => seriesQuery(name, day(days))));
  await Promise.all([preloadAreas(), ...alerts, queries.prefetchQuery(figuresQuery(day(0)))]);
  for (const query of flows) void queries.prefetchQuery(query);
};
