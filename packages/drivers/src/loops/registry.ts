import type { LoopDriverName } from "@gatehouse/contract/hardware-drivers";
import { discreteInputs, readModbusBits } from "../modbus-bits.ts";
import type { LoopDriver } from "./loop.ts";

/** Loops and contacts at discrete inputs over Modbus TCP: channel n is input n-1 of unit 1. */
const modbusTcp: LoopDriver = {
  read: async (board, channels, tcp) => {
    const reading = await readModbusBits(board, discreteInputs, channels, tcp);
    if (!reading.ok) return reading;
    const refused = new Map([...reading.refused].map(([channel, { detail }]) => [channel, detail]));
    return { ok: true, isOccupied: reading.isSet, refused };
  },
};

/** Every loop driver by its name (`drv`). Use `findDriver` for names that people entered. */
export const loopDrivers: Readonly<Record<LoopDriverName, LoopDriver>> = {
  "modbus-tcp": modbusTcp,
};
