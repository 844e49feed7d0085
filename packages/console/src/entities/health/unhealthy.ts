import type { Health } from "@gatehouse/contract/entities/health/health.endpoints";

/** HEALTH-2: names of the unhealthy services. */
export function listUnhealthy({ mcp, shield, anpr, isDiskFull }: Health): string[] {
  const sick = (kind: string, devices: Health["shield"]) =>
    devices.filter(({ isHealthy }) => !isHealthy).map(({ deviceInfo: { ip, apiPort } }) => `${kind} ${ip}:${apiPort}`);
  const plates = [...anpr.osd, ...anpr.cameraCounting, ...anpr.accessControl];
  // A device can serve several modules.
  const names = [...(mcp ? [] : ["MCP"]), ...sick("Shield", shield), ...sick("ANPR", plates)];
  return [...new Set([...names, ...(isDiskFull ? ["Disk nearly full"] : [])])];
}
