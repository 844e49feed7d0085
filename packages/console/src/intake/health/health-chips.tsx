import type { AiDevice } from "@gatehouse/contract/entities/ai-device";
import type { Health } from "@gatehouse/contract/entities/health";
import { healthBannerMs, healthMessages, healthPollMs } from "@gatehouse/contract/entities/health.messages";
import { formatCount } from "@gatehouse/contract/fields/number";
import { gateKindOfHardware, type HardwareStatus } from "@gatehouse/contract/hardware-status";
import { Popover } from "@mantine/core";
import { IconAlertTriangle, IconChevronDown } from "@tabler/icons-react";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { aiDevicePages, type PlacedKind, useRecordPlace } from "../../alert/record-place.ts";
import { ApiError } from "../../api/api-error.ts";
import { callQuery, sharedQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { showBanner } from "../../ui/banners.ts";
import { formatSince } from "../../ui/format-time.ts";
import classes from "./health-chips.module.css";
import { addressOf, type HealthError, listOffline, listUnhealthy } from "./unhealthy.ts";

/** A chip for each unhealthy service; nothing if all are healthy. */
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

  const { data: hardware = [] } = useQuery(sharedQuery("hardware_status", "GET /hardware/status"));
  if (!(data && hasErrors(data)) && hardware.every(({ state }) => state !== "offline")) return null;
  return <ErrorChips health={data} hardware={hardware} />;
}

const hasErrors = ({ mcp, shield, anpr, isDiskFull }: Health): boolean =>
  !mcp ||
  isDiskFull === true ||
  [shield, ...Object.values(anpr)].flat().some(({ isHealthy, clock }) => !isHealthy || clock?.level === "alert");

/** An AI device with its address, name and page. */
interface NamedDevice extends Pick<AiDevice, "id" | "label" | "healthSince"> {
  readonly ip: string;
  readonly apiPort: number;
  readonly to: string;
}

/** The AI devices of every module, to name those that are unhealthy. */
function useAiDevices(isNeeded: boolean): NamedDevice[] {
  const pages = Object.entries(aiDevicePages);
  const lists = useQueries({
    queries: pages.map(([module]) => ({
      ...callQuery("health", "GET /ai-devices/{module}", { params: { module } }),
      enabled: isNeeded,
    })),
  });
  return pages.flatMap(([, to], index) =>
    (lists[index]?.data ?? []).map(({ id, label, healthSince, ip, apiPort }) => ({
      id,
      label,
      healthSince,
      ip: ip ?? "",
      apiPort: apiPort ?? defaultPort,
      to,
    })),
  );
}

const defaultPort = 80;

const maxChips = 3;

interface ErrorChipsProps {
  health: Health | undefined;
  hardware: readonly HardwareStatus[];
}

/** What is unhealthy, by its name and with a link to its page. */
function ErrorChips({ health, hardware }: ErrorChipsProps) {
  const errors = [...(health ? listUnhealthy(health) : []), ...listOffline(hardware)];
  const devices = useAiDevices(errors.some(({ device }) => device));
  const placeOf = ({ device }: HealthError) => devices.find((one) => device && addressOf(one) === addressOf(device));
  return (
    <div className={classes.chips} data-faults>
      {errors.length <= maxChips && (
        <ul className={classes.list} aria-label="Unhealthy">
          {errors.map((error) => (
            <li key={error.text} className={classes.chip}>
              <IconAlertTriangle size={14} aria-hidden />
              <ErrorText error={error} device={placeOf(error)} />
            </li>
          ))}
        </ul>
      )}
      <Popover position="bottom-end">
        <Popover.Target>
          <button type="button" className={classes.summary} data-needed={errors.length > maxChips}>
            <IconAlertTriangle size={14} aria-hidden />
            <span className={classes.long}>{`${formatCount(errors.length, "device")} unhealthy`}</span>
            <span className={classes.short} aria-hidden>
              {errors.length}
            </span>
            <IconChevronDown size={14} aria-hidden />
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <ul className={classes.names}>
            {errors.map((error) => (
              <li key={error.text}>
                <ErrorText error={error} device={placeOf(error)} />
              </li>
            ))}
          </ul>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

function ErrorText({
  error: { text, drift, hardware },
  device,
}: {
  error: HealthError;
  device: NamedDevice | undefined;
}) {
  const { timeZone } = useSite();
  const since = (at: string) => formatSince(new Date(at), new Date(), timeZone);
  if (hardware) return <HardwareFault status={hardware} since={since(hardware.since)} />;
  if (!device) return text;
  const down = device.healthSince === null ? ", down" : `, down since ${since(device.healthSince)}`;
  const named = drift === undefined ? `${device.label}${down}` : `Clock of ${device.label} ${drift}`;
  return (
    <Link to={device.to} search={{ open: `ai_devices.${device.id}` }} title={named}>
      {named}
    </Link>
  );
}

function HardwareFault({ status: { kind, id, name }, since }: { status: HardwareStatus; since: string }) {
  const place = useRecordPlace(gateKindOfHardware[kind] as PlacedKind, id);
  const text = `${name}, offline since ${since}`;
  if (!place) return text;
  return (
    <Link to={place.to} search={place.open === undefined ? {} : { open: place.open }} title={text}>
      {text}
    </Link>
  );
}
