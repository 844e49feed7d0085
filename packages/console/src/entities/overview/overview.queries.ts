import type { SeriesName } from "@gatehouse/contract/entities/overview/figures";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import type { Period } from "./overview-period.ts";

/** Figures change with every vehicle: they are refetched from time to time instead of with each event. */
const refetchInterval = 15_000;

const times = ({ from, to }: Period) => ({ from: from.toISOString(), to: to.toISOString() });

/** OPS-1: the figures of a period. */
export const useFigures = (period: Period) =>
  useQuery({
    ...callQuery("area_counts", "GET /overview", { query: times(period) }),
    refetchInterval,
    placeholderData: keepPreviousData,
  });

/** OPS-1: a figure, or the vehicles in an area, per hour. */
export const useSeries = (name: SeriesName, period: Period, area?: number) =>
  useQuery({
    ...callQuery("area_corrections", "GET /overview/series", {
      query: { name, ...times(period), step: "hour", ...(area !== undefined && { area }) },
    }),
    refetchInterval,
  });

/** OPS-7: the counts of the areas. */
export const useAreaCounts = () => useQuery({ ...callQuery("area_counts", "GET /overview/areas"), refetchInterval });
