import { defaultModbusUnit } from "./modbus-unit.ts";

/** A relay of a board. */
export interface RelayLocation {
  readonly host: string;
  readonly port: number;
  readonly relayNumber: number;
  /** The Modbus unit of the board. */
  readonly unitId?: number;
}

/** A key of a relay, independent of the notation of its host. */
export const relayKey = ({ host, port, relayNumber, unitId = defaultModbusUnit }: RelayLocation): string =>
  `${canonicalHost(host)} ${port} ${relayNumber} ${unitId}`;

/** A barrier needs its own relay: any other device on it would open the gate. */
export const relayTaken = (name: string, { host, port, relayNumber }: RelayLocation): string =>
  `"${name}" already uses relay ${relayNumber} of ${host}:${port}. A barrier shares its relay with nothing else.`;

/** The error of a lamp or buzzer on a barrier's relay. */
export const relayOfBarrier = (name: string): string =>
  `Its relay is that of the barrier "${name}". It needs a relay of its own.`;

/** `010.0.0.5`, `::ffff:8.0.0.5` and `8.0.0.5` are the same, and so are `::0001` and `::1`, `Board` and `board`. */
export function canonicalHost(host: string): string {
  const address = `http://${host.includes(":") ? `[${host}]` : host}/`;
  if (!URL.canParse(address)) return host.toLowerCase();
  const { hostname } = new URL(address);
  const [, high, low] = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return hostname;
  const halves = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return halves.flatMap((half) => [half >> 8, half & 255]).join(".");
}
