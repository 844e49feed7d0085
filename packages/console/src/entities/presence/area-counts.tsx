import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import { formatNumber } from "../../ui/format-number.ts";
import classes from "./presence.module.css";
import { presenceCounts } from "./presence-counts.ts";

/** RULE-5: how many vehicles are in each area, and its capacity. */
export function AreaCounts() {
  const areas = useQuery(callQuery("access_areas", "GET /access/areas"));
  const inside = useQuery(callQuery("access_presence", "GET /access/presence"));
  if (!areas.data || !inside.data || areas.data.length === 0) return null;
  const counts = presenceCounts(areas.data, inside.data);
  return (
    <ul className={classes.areas} aria-label="Areas">
      {areas.data.map(({ id, name, capacity }) => {
        const count = counts.get(id) ?? 0;
        return (
          <li key={id} data-full={(capacity !== null && count >= capacity) || undefined}>
            <span>{name}</span>
            <strong>
              {capacity === null ? formatNumber(count) : `${formatNumber(count)} of ${formatNumber(capacity)}`}
            </strong>
          </li>
        );
      })}
    </ul>
  );
}
