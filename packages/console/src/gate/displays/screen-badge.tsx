import type { DisplayScope } from "@gatehouse/contract/entities/display/display";
import type { ScreenStatus } from "@gatehouse/contract/entities/display/screen";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { formatSince } from "../../ui/format-time.ts";
import classes from "./display.module.css";

/** The key of a display and the screens that show it. */
export function useScreenStatus(scope: DisplayScope, displayId: number) {
  const query = useQuery(callQuery("screens", "GET /displays/{module}/screens", { params: { module: scope } }));
  return { query, status: query.data?.find((status) => status.displayId === displayId) };
}

/** Whether a screen shows a display now. */
export function ScreenBadge({ scope, displayId }: { scope: DisplayScope; displayId: number }) {
  const { status } = useScreenStatus(scope, displayId);
  const { timeZone } = useSite();
  if (status === undefined) return null;
  const { state, text } = describe(status, timeZone);
  return (
    <span className={classes.badge} data-state={state}>
      {text}
    </span>
  );
}

function describe({ connected, keyCreatedAt, lastSeenAt }: ScreenStatus, timeZone: string) {
  if (connected > 0) return { state: "on", text: connected === 1 ? "On" : `${connected} screens on` } as const;
  if (keyCreatedAt === null) return { state: "none", text: "No link" } as const;
  if (lastSeenAt === null) return { state: "none", text: "Never connected" } as const;
  return { state: "off", text: `Off since ${formatSince(new Date(lastSeenAt), new Date(), timeZone)}` } as const;
}
