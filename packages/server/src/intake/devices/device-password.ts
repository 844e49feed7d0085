import { passwordUnreadable } from "@gatehouse/contract/entities/ai-device.messages";
import { type DeviceResult, failed } from "@gatehouse/drivers/device-result";
import type { Secrets } from "../../platform/security/secrets.ts";

/** A device's password, or a flag that the stored one can't be decrypted. */
export interface DevicePassword {
  readonly password?: string;
  readonly isPasswordUnreadable?: true;
}

/** Decrypts a stored password. A password that can't be decrypted affects its device only. */
export function decryptPassword(secrets: Secrets, sealed: string | null): DevicePassword {
  if (sealed === null) return {};
  const password = secrets.open(sealed);
  return password === undefined ? { isPasswordUnreadable: true } : { password };
}

/** The error of a call without a readable password. It is not sent: a wrong password may lock the account. */
export const passwordError = (): DeviceResult<never> => failed("wrong-credentials", `${passwordUnreadable}.`);
