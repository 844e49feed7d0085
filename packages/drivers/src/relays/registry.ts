import type { RelayDriverName } from "@gatehouse/contract/hardware-drivers";
import { httpRelay } from "./http-relay.ts";
import { httpRpc } from "./http-rpc.ts";
import { modbusTcp } from "./modbus-tcp.ts";
import type { RelayDriver } from "./relay.ts";

/** Every relay driver by its name (`drv`). Use `findDriver` for names that people entered. */
export const relayDrivers: Readonly<Record<RelayDriverName, RelayDriver>> = {
  "http-relay": httpRelay,
  "http-rpc": httpRpc,
  "modbus-tcp": modbusTcp,
};
