import type { AlertScope } from "@gatehouse/contract/entities/alert/alert-type";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import classes from "./alert-count.module.css";
import { countActive } from "./count-active.ts";

const maxCount = 99;

/** Number of active alerts of a scope; nothing if there are none. */
export function AlertCount({ scope }: { scope: AlertScope }) {
  const { data = [] } = useQuery(callQuery("alerts", "GET /alerts", { query: { scope, resolved: false } }));
  const active = countActive(data);
  if (active === 0) return null;
  return (
    <span className={classes.count} role="img" aria-label={`${active} new`}>
      {active > maxCount ? `${maxCount}+` : active}
    </span>
  );
}
