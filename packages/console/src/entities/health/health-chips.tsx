import { healthBannerMs, healthMessages, healthPollMs } from "@gatehouse/contract/entities/health/health.messages";
import { Popover } from "@mantine/core";
import { IconAlertTriangle, IconChevronDown } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { showBanner } from "../../ui/banners.ts";
import { formatCount } from "../../ui/format-number.ts";
import classes from "./health-chips.module.css";
import { listOffline, listUnhealthy } from "./unhealthy.ts";

const maxChips = 3;

/** HEALTH-2: a chip for each unhealthy service; nothing if all are healthy. */
export function HealthChips() {
  const { data, error, errorUpdatedAt } = useQuery({
    ...callQuery("health", "GET /health"),
    refetchInterval: healthPollMs,
  });

  useEffect(() => {
    // A 401 already leads to the sign-in page.
    if (errorUpdatedAt === 0 || error === null || (error instanceof ApiError && error.status === 401)) return;
    const title = healthMessages["GET /health"].failure;
    showBanner({ tone: "error", title, detail: error.message, lifeMs: healthBannerMs });
  }, [error, errorUpdatedAt]);

  const { data: hardware = [] } = useQuery(callQuery("hardware_status", "GET /hardware/status"));
  const names = [...(data ? listUnhealthy(data) : []), ...listOffline(hardware)];
  if (names.length === 0) return null;
  return (
    <div className={classes.chips}>
      {names.length <= maxChips && (
        <ul className={classes.list} aria-label="Unhealthy">
          {names.map((name) => (
            <li key={name} className={classes.chip}>
              <IconAlertTriangle size={14} aria-hidden />
              {name}
            </li>
          ))}
        </ul>
      )}
      <Summary names={names} isNeeded={names.length > maxChips} />
    </div>
  );
}

/** One chip instead of many, where space is limited. */
function Summary({ names, isNeeded }: { names: readonly string[]; isNeeded: boolean }) {
  return (
    <Popover position="bottom-end">
      <Popover.Target>
        <button type="button" className={classes.summary} data-needed={isNeeded}>
          <IconAlertTriangle size={14} aria-hidden />
          <span className={classes.long}>{`${formatCount(names.length, "device")} unhealthy`}</span>
          <span className={classes.short} aria-hidden>
            {names.length}
          </span>
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <ul className={classes.names}>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
