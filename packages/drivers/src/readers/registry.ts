import type { ReaderDriverName } from "@gatehouse/contract/hardware-drivers";
import { lineTcp } from "./line-tcp.ts";
import { llrp } from "./llrp-session.ts";
import type { ReaderDriver } from "./reader.ts";

/** Every reader driver by its name (`drv`). Use `findDriver` for names that people entered. */
export const readerDrivers: Readonly<Record<ReaderDriverName, ReaderDriver>> = {
  llrp,
  "line-tcp": lineTcp,
};
