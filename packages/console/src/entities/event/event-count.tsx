import type { EventModule } from "@gatehouse/contract/events/event-module";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import { formatCount, formatNumber } from "../../ui/format-number.ts";
import { toEventQuery } from "./event.queries.ts";
import type { EventFilters } from "./event-filters.ts";
import classes from "./event-list.module.css";

interface EventCountProps {
  module: EventModule;
  filters: EventFilters;
  /** Whether the filters are complete; false while the person types. */
  isSettled: boolean;
}

/** EVT-4: the number of events that match the filters. */
export function EventCount({ module, filters, isSettled }: EventCountProps) {
  const input = { params: { module: codeOf(module) }, query: toEventQuery(module, filters) };
  const { data } = useQuery({
    ...callQuery("events", "GET /events/{module}/count", input),
    enabled: isSettled,
    placeholderData: keepPreviousData,
  });
  if (!data) return <p className={classes.count}>&nbsp;</p>;
  const { count, isMore } = data;
  return (
    <p className={classes.count}>{isMore ? `More than ${formatNumber(count)} events` : formatCount(count, "event")}</p>
  );
}
