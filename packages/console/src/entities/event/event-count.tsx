import type { EventModule } from "@gatehouse/contract/events/event-module";
import { formatCount } from "@gatehouse/contract/fields/number";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { formatNumber } from "../../ui/format-number.ts";
import { eventCountQuery } from "./event.queries.ts";
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
  const { data } = useQuery({
    ...eventCountQuery(module, filters),
    enabled: isSettled,
    placeholderData: keepPreviousData,
  });
  if (!data) return <p className={classes.count}>&nbsp;</p>;
  const { count, isMore } = data;
  return (
    <p className={classes.count}>{isMore ? `More than ${formatNumber(count)} events` : formatCount(count, "event")}</p>
  );
}
