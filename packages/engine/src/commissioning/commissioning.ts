/** A device to hand to the field controller. */
export interface ControllerDevice {
  readonly kind: "sensor" | "boomBarrier" | "buzzer" | "display" | "slotController";
  readonly id: number;
  readonly name: string;
  readonly host: string | undefined;
  readonly port: number | undefined;
  /** Its relay or channel, for devices that share a board. */
  readonly output: number | undefined;
}

/** A device that was not handed over, and why. */
export interface RejectedDevice extends Pick<ControllerDevice, "kind" | "id" | "name"> {
  readonly reason: string;
}

/** Rejects devices that use the relay or channel of an earlier one. */
export function selectForController<D extends ControllerDevice>(
  devices: readonly D[],
): { taken: D[]; refused: RejectedDevice[] } {
  const holders = new Map<string, ControllerDevice>();
  const taken: D[] = [];
  const refused: RejectedDevice[] = [];
  for (const device of devices) {
    const place = placeOf(device);
    const holder = place === undefined ? undefined : holders.get(place);
    if (holder) {
      const { kind, id, name } = device;
      const where = `${device.host}:${device.port}`;
      refused.push({ kind, id, name, reason: `"${holder.name}" already uses output ${device.output} of ${where}` });
      continue;
    }
    if (place !== undefined) holders.set(place, device);
    taken.push(device);
  }
  return { taken, refused };
}

function placeOf({ kind, host, port, output }: ControllerDevice): string | undefined {
  if (host === undefined || output === undefined) return undefined;
  // Sensors use inputs and all other devices use outputs, so the two never conflict.
  return `${kind === "sensor" ? "in" : "out"} ${host.toLowerCase()} ${port} ${output}`;
}
