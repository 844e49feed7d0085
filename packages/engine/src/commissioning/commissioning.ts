/** A device on its way to the field controller. */
export interface FieldDevice {
  readonly kind: "sensor" | "boomBarrier" | "buzzer" | "display";
  readonly id: number;
  readonly name: string;
  readonly host: string | undefined;
  readonly port: number | undefined;
  /** The relay or channel it stands on, for devices that share a controller. */
  readonly output: number | undefined;
}

/** A device that stays behind, and why. */
export interface RefusedDevice extends Pick<FieldDevice, "kind" | "id" | "name"> {
  readonly reason: string;
}

/** MOD-2: sorts out what the field controller can take: two devices on one relay or channel would drive each other. */
export function sortForField<D extends FieldDevice>(devices: readonly D[]): { taken: D[]; refused: RefusedDevice[] } {
  const holders = new Map<string, FieldDevice>();
  const taken: D[] = [];
  const refused: RefusedDevice[] = [];
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

function placeOf({ kind, host, port, output }: FieldDevice): string | undefined {
  if (host === undefined || output === undefined) return undefined;
  // A sensor reads an input and everything else drives an output: the two never meet.
  return `${kind === "sensor" ? "in" : "out"} ${host.toLowerCase()} ${port} ${output}`;
}
