import type { Health } from "@gatehouse/contract/entities/health/health.endpoints";
import { hardwareKindTitles } from "@gatehouse/contract/hardware-status";

/** HEALTH-2: names of the unhealthy services. */
export function listUnhealthy({ mcp, shield, anpr, offline = [], isDiskFull }: Health): string[] {
  const sick = (kind: string, devices: Health["shield"]) =>
    devices.filter(({ isHealthy }) => !isHealthy).map(({ deviceInfo: { ip, apiPort } }) => `${kind} ${ip}:${apiPort}`);
  const plates = [...anpr.osd, ...anpr.cameraCounting, ...anpr.accessControl];
  // A device can serve several modules.
  const hardware = offline.map(({ kind, name }) => `${hardwareKindTitles[kind]} ${name}`);
  const names = [...(mcp ? [] : ["MCP"]), ...sick("Shield", shield), ...sick("ANPR", plates), ...hardware];
  return [...new Set([...names, ...(isDiskFull ? ["Disk nearly full"] : [])])];
}
