import { type EventFigureName, eventFigureNames } from "@gatehouse/contract/events/event-fields";
import type { EventStatus } from "@gatehouse/contract/events/event-module";
import { type GateType, gateTypes } from "@gatehouse/contract/fields/gate-types";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { EventFilters } from "./event-filters.ts";

/** Filters and page of an event list. */
interface Place {
  /** Undefined: any. */
  status: EventStatus | undefined;
  text: string;
  source: string | undefined;
  direction: GateType | undefined;
  isGranted: boolean | undefined;
  from: string | undefined;
  to: string | undefined;
  /** The figure of the overview whose events are listed, whatever their status, and its gates. */
  figure: EventFigureName | undefined;
  gates: string | undefined;
  /** An hour of a weekday, such as "1-8". */
  weekHour: string | undefined;
  page: number;
  cursor: string | undefined;
}

/** The status of each tab, as the URL names it; the first is the default. */
const statusOfTab: Readonly<Record<string, EventStatus | undefined>> = {
  processed: "PROCESSED",
  received: "RECEIVED",
  all: undefined,
};

const parseTime = (text: string | undefined) =>
  text === undefined || Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString();

/** Filters and page of an event list, kept in the URL so that a link can be shared. */
export function useEventParams() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const place: Place = {
    status: search.tab !== undefined && Object.hasOwn(statusOfTab, search.tab) ? statusOfTab[search.tab] : "PROCESSED",
    text: search.q ?? "",
    source: search.source,
    direction: gateTypes.find((type) => type === search.direction),
    isGranted: search.outcome === undefined ? undefined : search.outcome === "granted",
    from: parseTime(search.from),
    to: parseTime(search.to),
    figure: eventFigureNames.find((name) => name === search.figure),
    gates: search.gates,
    weekHour: search.weekHour,
    page: search.cursor === undefined ? 1 : Math.max(search.page ?? 2, 2),
    cursor: search.cursor,
  };
  const go = (to: Partial<Place>, isTurn = false) => {
    // Changed filters start at page 1.
    const next = { ...place, page: 1, cursor: undefined, ...to };
    void navigate({ to: ".", search: searchOf(next), replace: !isTurn, resetScroll: isTurn });
  };
  return { ...place, filters: filtersOf(place), go };
}

const searchOf = ({ status, text, source, direction, isGranted, page, cursor, ...place }: Place) => ({
  ...(status !== "PROCESSED" && { tab: status === undefined ? "all" : "received" }),
  ...(text !== "" && { q: text }),
  ...(source !== undefined && { source }),
  ...(direction !== undefined && { direction }),
  ...(isGranted !== undefined && { outcome: isGranted ? "granted" : "denied" }),
  ...periodOf(place),
  ...(cursor !== undefined && { cursor, page }),
});

/** The parameters that have the same names in the URL and in the API. */
const periodOf = ({
  from,
  to,
  figure,
  gates,
  weekHour,
}: Pick<Place, "from" | "to" | "figure" | "gates" | "weekHour">) => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  ...(figure !== undefined && { figure }),
  ...(gates !== undefined && { gates }),
  ...(weekHour !== undefined && { weekHour }),
});

function filtersOf({ status, text, source, direction, isGranted, ...place }: Place): EventFilters {
  return {
    ...periodOf(place),
    ...(place.figure === undefined && status !== undefined && { status }),
    ...(text.trim() !== "" && { search: text.trim() }),
    ...(source !== undefined && { source }),
    ...(direction !== undefined && { direction }),
    ...(isGranted !== undefined && { granted: isGranted ? "true" : "false" }),
  };
}
