import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import classes from "./alert-bell.module.css";

const maxCount = 99;

/** The number of active alerts, on every page. Its list is loaded when it is opened. */
export function AlertBell({ onOpen }: { onOpen: () => void }) {
  const { active = 0 } = useQuery(callQuery("alerts", "GET /alerts/summary")).data ?? {};
  return (
    <button
      type="button"
      className={classes.bell}
      aria-haspopup="dialog"
      aria-label={active === 0 ? "Alerts" : `Alerts: ${active} active`}
      onClick={onOpen}
    >
      <IconBell size={18} aria-hidden />
      {active > 0 && <span className={classes.count}>{active > maxCount ? `${maxCount}+` : active}</span>}
    </button>
  );
}
