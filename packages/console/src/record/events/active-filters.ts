import { eventFigures } from "@gatehouse/contract/events/event-fields";
import { gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { formatDateTime, hourTitle, weekdayTitles } from "../../ui/format-time.ts";
import type { useEventParams } from "./use-event-params.ts";

type EventParams = ReturnType<typeof useEventParams>;

/** An active filter: its text, and the parameters that remove it. */
interface ActiveFilter {
  label: string;
  without: Parameters<EventParams["go"]>[0];
}

export function activeFilters(params: Omit<EventParams, "go" | "filters">, timeZone: string): ActiveFilter[] {
  const { text, source, direction, isGranted, from, to, figure, gates, weekHour } = params;
  const time = (at: string) => formatDateTime(new Date(at), timeZone);
  return [
    ...(figure === undefined ? [] : [{ label: eventFigures[figure].title, without: { figure: undefined } }]),
    ...(gates === undefined ? [] : [{ label: gatesLabel(gates), without: { gates: undefined } }]),
    ...(weekHour === undefined ? [] : [{ label: weekHourLabel(weekHour), without: { weekHour: undefined } }]),
    ...(text === "" ? [] : [{ label: `“${text}”`, without: { text: "" } }]),
    ...(from === undefined ? [] : [{ label: `From ${time(from)}`, without: { from: undefined } }]),
    ...(to === undefined ? [] : [{ label: `Until ${time(to)}`, without: { to: undefined } }]),
    ...(source === undefined ? [] : [{ label: source, without: { source: undefined } }]),
    ...(direction === undefined ? [] : [{ label: gateTypeTitles[direction], without: { direction: undefined } }]),
    ...(isGranted === undefined
      ? []
      : [{ label: isGranted ? "Granted" : "Denied", without: { isGranted: undefined } }]),
  ];
}

function weekHourLabel(weekHour: string): string {
  const [weekday = 1, hour = 0] = weekHour.split("-").map(Number);
  return `${weekdayTitles[weekday - 1]}s ${hourTitle(hour)}`;
}

function gatesLabel(gates: string): string {
  const count = gates.split(",").length;
  return count === 1 ? "One gate" : `${count} gates`;
}

/** Parameters that clear all filters. */
export const noFilters = {
  text: "",
  source: undefined,
  direction: undefined,
  isGranted: undefined,
  from: undefined,
  to: undefined,
  figure: undefined,
  gates: undefined,
  weekHour: undefined,
} as const;
