import type { AlertScope } from "@gatehouse/contract/entities/alert-type";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import classes from "./alert-count.module.css";

const maxCount = 99;

/** Number of new alerts; nothing if there are none. */
export function AlertCount({ scope }: { scope: AlertScope }) {
  const count = useQuery(callQuery("alerts", "GET /alerts/summary")).data?.scopes[scope] ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.count} role="img" aria-label={`${count} new`}>
      {count > maxCount ? `${maxCount}+` : count}
    </span>
  );
}
