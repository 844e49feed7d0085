import { queryOptions } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";

/** Cards also close by time, and when the loop becomes free. */
const refetchIntervalMs = 5_000;

/** OPS-3: the vehicles at a gate. */
export const stationQuery = (gateId: number) =>
  queryOptions({
    ...callQuery("events", "GET /station/{gateId}", { params: { gateId } }),
    refetchInterval: refetchIntervalMs,
  });
