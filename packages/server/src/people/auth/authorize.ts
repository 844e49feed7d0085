import type { Endpoint } from "@gatehouse/contract/endpoint";
import type { Permission } from "@gatehouse/contract/permissions";
import type { Person } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { requirePermission } from "../../platform/http/permission.ts";

/** What a session that was started with a PIN never has. */
export const deniedWithPin: Permission = "people";

/** Rejects a call that the person's session or token does not allow. */
export function authorize(person: Person, endpoint: Endpoint, isRead: boolean): void {
  const { access } = endpoint;
  // A token must not give access to the account itself.
  const needsSession = endpoint.needsSession ?? (access !== undefined && !endpoint.acceptsTokens);
  if (person.token && needsSession) throw httpError("auth/token-not-allowed");
  requireStage(person, access);
  const needed = [endpoint.permission ?? []].flat();
  if (person.method === "pin" && isDeniedWithPin(person, endpoint, needed, isRead)) throw httpError("auth/pin-session");
  if (access === undefined) requirePermission(person, ...needed);
}

/** A short PIN must not be enough to change a password or other credentials. */
function isDeniedWithPin(
  { permissions }: Person,
  { access, allowsPin }: Endpoint,
  needed: readonly Permission[],
  isRead: boolean,
): boolean {
  if (access !== undefined) return !isRead && !allowsPin;
  return needed.includes(deniedWithPin) && !needed.some((permission) => permissions.has(permission));
}

/** The server enforces the password change and the second factor, not just the console. */
function requireStage({ stage, passwordChanged }: Person, access: Endpoint["access"]): void {
  if (access === "any-stage") return;
  if (stage === "second-factor") throw httpError("auth/second-factor-needed");
  if (access === "any-session") return;
  if (!passwordChanged) throw httpError("auth/password-change-required");
  if (stage === "set-up" && access !== "enrolment") throw httpError("auth/second-factor-setup-needed");
}
