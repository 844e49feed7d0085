import type { SignDriverName } from "@gatehouse/contract/hardware-drivers";
import { ntcip1203 } from "./ntcip-1203.ts";
import type { SignDriver } from "./sign.ts";
import { textTcp } from "./text-tcp.ts";

/** Every sign driver by its name (`drv`). Use `findDriver` for names that people entered. */
export const signDrivers: Readonly<Record<SignDriverName, SignDriver>> = {
  "text-tcp": textTcp,
  "ntcip-1203": ntcip1203,
};
