import { maxSign } from "@gatehouse/contract/entities/display/sign-rows";
import type { Values } from "../../forms/field.ts";

const within = (value: unknown, fallback: number, most: number) => {
  const number = Number(value);
  return Number.isInteger(number) && number >= 1 ? Math.min(number, most) : fallback;
};

/** Rows and characters of a sign, with limits for values that are still being typed. */
export function gridSize(values: Values): { rows: number; chars: number } {
  return {
    rows: within(values["additionalInfo.rows"], 2, maxSign.rows),
    chars: within(values["additionalInfo.chars"], 16, maxSign.chars),
  };
}
