import type { DeviceFailure, DeviceResult } from "./driver.ts";

/** A device's answer, understood. */
export const success = <T>(value: T): DeviceResult<T> => ({ ok: true, value });

/** No answer that could be used, and why. */
export const failed = (kind: DeviceFailure["kind"], detail: string): DeviceResult<never> => ({
  ok: false,
  failure: { kind, detail },
});
