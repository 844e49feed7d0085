import type { Health } from "@gatehouse/contract/entities/health";
import { formatDrift } from "@gatehouse/contract/events/read-quality";
import type { HardwareStatus } from "@gatehouse/contract/hardware-status";

/** A device of which its address is known. */
export interface UnhealthyDevice {
  readonly ip: string;
  readonly apiPort: number;
}

/** Something that is not healthy. */
export interface HealthError {
  /** Unique text, and what is shown until the name of the device is loaded. */
  readonly text: string;
  /** The AI device, whose name and page are looked up. */
  readonly device?: UnhealthyDevice;
  /** How far the clock of the device is off. */
  readonly drift?: string;
  /** The offline hardware. */
  readonly hardware?: HardwareStatus;
}

/** The unhealthy services. */
export function listUnhealthy({ mcp, shield, anpr, isDiskFull }: Health): HealthError[] {
  const sick = (kind: string, devices: Health["shield"]) =>
    devices
      .filter(({ isHealthy }) => !isHealthy)
      .map(({ deviceInfo }): HealthError => ({ text: `${kind} ${addressOf(deviceInfo)}`, device: deviceInfo }));
  // Smaller differences are shown at the device.
  const wrongClocks = (kind: string, devices: Health["shield"]) =>
    devices.flatMap(({ clock, deviceInfo }): HealthError[] => {
      if (clock?.level !== "alert") return [];
      const drift = formatDrift(clock.driftMs);
      return [{ text: `Clock of ${kind} ${addressOf(deviceInfo)} ${drift}`, device: deviceInfo, drift }];
    });
  const plates = [...anpr.osd, ...anpr.cameraCounting, ...anpr.accessControl];
  const errors = [
    ...(mcp ? [] : [{ text: "MCP" }]),
    ...sick("Shield", shield),
    ...sick("ANPR", plates),
    ...wrongClocks("Shield", shield),
    ...wrongClocks("ANPR", plates),
    ...(isDiskFull ? [{ text: "Disk nearly full" }] : []),
  ];
  // A device can serve several modules.
  return [...new Map(errors.map((error) => [error.text, error])).values()];
}

/** The address of a device as text. */
export const addressOf = ({ ip, apiPort }: UnhealthyDevice): string => `${ip}:${apiPort}`;

/** The offline hardware. The board stands for the loops that are read from it. */
export function listOffline(hardware: readonly HardwareStatus[]): HealthError[] {
  const offline = hardware.filter(({ state }) => state === "offline");
  const hasBoard = offline.some(({ kind }) => kind === "board");
  return offline
    .filter(({ kind }) => kind !== "loop" || !hasBoard)
    .map((status) => ({ text: status.name, hardware: status }));
}
