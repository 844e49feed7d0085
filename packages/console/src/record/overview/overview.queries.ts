import { alertScopes } from "@gatehouse/contract/entities/alert-type";
import type { SeriesName } from "@gatehouse/contract/entities/overview-figures";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import type { Period } from "./overview-period.ts";

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

export const openAlertQueries = alertScopes.map((scope) =>
  callQuery("alerts", "GET /alerts", { query: { scope, resolved: false } }),
);

export const useFigures = (period: Period) =>
  useQuery({ ...figuresQuery(period), refetchInterval, placeholderData: keepPreviousData });

/** A figure, or the vehicles in an area, per hour. */
export const useSeries = (name: SeriesName, period: Period, area?: number) =>
  useQuery({ ...seriesQuery(name, period, area), refetchInterval });

export const useAreaCounts = () => useQuery({ ...areaCountsQuery, refetchInterval });
