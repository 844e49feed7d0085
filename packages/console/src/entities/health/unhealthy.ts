import type { Health } from "@gatehouse/contract/entities/health/health.endpoints";

/** HEALTH-2: the names of everything that is not well. */
export function unhealthy({ mcp, shield, anpr, isDiskFull }: Health): string[] {
  const sick = (kind: string, devices: Health["shield"]) =>
    devices.filter(({ isHealthy }) => !isHealthy).map(({ deviceInfo: { ip, apiPort } }) => `${kind} ${ip}:${apiPort}`);
  const plates = [...anpr.osd, ...anpr.cameraCounting, ...anpr.accessControl];
  // A device that serves several modules is one device.
  const names = [...(mcp ? [] : ["MCP"]), ...sick("Shield", shield), ...sick("ANPR", plates)];
  return [...new Set([...names, ...(isDiskFull ? ["Disk nearly full"] : [])])];
}
