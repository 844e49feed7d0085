import { type Display, gateDisplayScopes } from "@gatehouse/contract/entities/display/display";
import { useQueries, useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import { type StateText, useHardwareState } from "../hardware-state.tsx";

/** Kinds of devices of a gate. */
export type Part = "sensors" | "cameras" | "loops" | "boomBarriers" | "buzzers" | "displays";

const displayQueries = gateDisplayScopes.map((module) =>
  callQuery("displays", "GET /displays/{module}", { params: { module } }),
);

export const useGateDisplays = (): Display[] =>
  useQueries({ queries: displayQueries }).flatMap(({ data = [] }) => data);

const barriersQuery = callQuery("boom_barriers", "GET /boom-barriers");
const buzzersQuery = callQuery("buzzers", "GET /buzzers");

/** Finds the status of a gate's device: its board, sign or reader, and the position of a barrier. */
export function useWiredHardware(): (part: Part, id: number) => (StateText | undefined)[] {
  const { textOf, boardOf, positionOf } = useHardwareState();
  const barriers = useQuery(barriersQuery);
  const buzzers = useQuery(buzzersQuery);
  const displays = useGateDisplays();

  const boardOfInfo = (info: { ip?: unknown; port?: unknown } | undefined) =>
    typeof info?.ip === "string" ? boardOf(info.ip, Number(info.port)) : undefined;
  const displayState = (display: Display | undefined) =>
    display?.type === "grid" ? textOf("sign", String(display.id)) : boardOfInfo(display?.additionalInfo);
  const states: Record<Part, (id: number) => (StateText | undefined)[]> = {
    sensors: (id) => [textOf("reader", String(id))],
    cameras: () => [],
    loops: (id) => [textOf("loop", String(id))],
    boomBarriers: (id) => [positionOf(id), boardOfInfo(barriers.data?.find((one) => one.id === id)?.additionalInfo)],
    buzzers: (id) => [boardOfInfo(buzzers.data?.find((one) => one.id === id)?.additionalInfo)],
    displays: (id) => [displayState(displays.find((one) => one.id === id))],
  };
  return (part, id) => states[part](id);
}
