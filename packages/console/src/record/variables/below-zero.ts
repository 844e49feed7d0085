import type { Variable } from "@gatehouse/contract/entities/variable";

/** Whether a variable counts fewer than nothing. A constant may be negative. */
export const isBelowZero = ({ type, computedValue }: Variable): boolean => type !== "constant" && computedValue < 0;
