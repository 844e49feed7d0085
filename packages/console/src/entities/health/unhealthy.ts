import type { Health } from "@gatehouse/contract/entities/health/health.endpoints";
import { formatDrift } from "@gatehouse/contract/events/read-quality";
import type { HardwareStatus } from "@gatehouse/contract/hardware-status";

/** HEALTH-2: names of the unhealthy services. */
export function listUnhealthy({ mcp, shield, anpr, isDiskFull }: Health): string[] {
  const sick = (kind: string, devices: Health["shield"]) =>
    devices.filter(({ isHealthy }) => !isHealthy).map(({ deviceInfo: { ip, apiPort } }) => `${kind} ${ip}:${apiPort}`);
  // RULE-10: smaller differences are shown at the device.
  const wrongClocks = (kind: string, devices: Health["shield"]) =>
    devices.flatMap(({ clock, deviceInfo: { ip, apiPort } }) =>
      clock?.level === "alert" ? [`Clock of ${kind} ${ip}:${apiPort} ${formatDrift(clock.driftMs)}`] : [],
    );
  const plates = [...anpr.osd, ...anpr.cameraCounting, ...anpr.accessControl];
  // A device can serve several modules.
  const names = [
    ...(mcp ? [] : ["MCP"]),
    ...sick("Shield", shield),
    ...sick("ANPR", plates),
    ...wrongClocks("Shield", shield),
    ...wrongClocks("ANPR", plates),
  ];
  return [...new Set([...names, ...(isDiskFull ? ["Disk nearly full"] : [])])];
}

/** LIVE-10: names of the offline hardware. The board stands for the loops that are read from it. */
export function listOffline(hardware: readonly HardwareStatus[]): string[] {
  const offline = hardware.filter(({ state }) => state === "offline");
  const hasBoard = offline.some(({ kind }) => kind === "board");
  return offline.filter(({ kind }) => kind !== "loop" || !hasBoard).map(({ name }) => name);
}
