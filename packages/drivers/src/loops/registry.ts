import type { LoopDriverName } from "@gatehouse/contract/hardware-drivers";
import type { LoopDriver } from "./loop.ts";
import { modbusTcp } from "./modbus-tcp.ts";

/** Every loop driver by its name (`drv`). Use `findDriver` for names that people entered. */
export const loopDrivers: Readonly<Record<LoopDriverName, LoopDriver>> = {
  "modbus-tcp": modbusTcp,
};
