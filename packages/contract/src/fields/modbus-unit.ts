import { asText } from "./as-text.ts";
import { required } from "./required.ts";

/** The unit id that a Modbus request carries if the device names none. */
export const defaultModbusUnit = 1;

const maxModbusUnit = 247;

/** How forms explain a serial. */
export const serialHelp = `Modbus unit of the board, 1 to ${maxModbusUnit}`;

/** The Modbus unit that a serial (`ser`) names: a number from 1 to 247. Any other serial is unit 1. */
export function toModbusUnit(serial: string | number | undefined): number {
  const text = asText(serial).trim();
  const unit = /^\d{1,3}$/.test(text) ? Number(text) : defaultModbusUnit;
  return unit >= 1 && unit <= maxModbusUnit ? unit : defaultModbusUnit;
}

/** Reports a missing serial, even if other fields are invalid. */
export const missingSerial = {
  path: ["ser"],
  error: required,
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};
