import type { SignDriver } from "./sign.ts";
import { textTcp } from "./text-tcp.ts";

/** Every sign driver by its name (`drv`). */
export const signDrivers: Readonly<Record<string, SignDriver>> = {
  "text-tcp": textTcp,
};
