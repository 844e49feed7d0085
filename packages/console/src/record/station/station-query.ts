import { queryOptions } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";

/** Cards also close by time. */
const refetchIntervalMs = 5_000;
/** Loops announce no changes. */
const loopIntervalMs = 1_000;

/** The vehicles at a gate. */
export const stationQuery = (gateId: number) =>
  queryOptions({
    ...callQuery("events", "GET /station/{gateId}", { params: { gateId } }),
    refetchInterval: ({ state }) => (state.data?.loop ? loopIntervalMs : refetchIntervalMs),
  });
