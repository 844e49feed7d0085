import { exceedsOwn, notPermitted, type Permission } from "@gatehouse/contract/permissions";
import type { Person } from "./call.ts";
import { httpError } from "./http-error.ts";

/** Rejects a person who has none of the needed permissions. */
export function requirePermission({ permissions }: Pick<Person, "permissions">, ...needed: Permission[]): void {
  if (needed.some((permission) => permissions.has(permission))) return;
  throw httpError("auth/not-permitted", { message: notPermitted(needed) });
}

/** Refuses to give permissions that the person lacks; the error is at the field `path`. */
export function rejectExceeding(
  person: Pick<Person, "permissions">,
  granted: Iterable<Permission>,
  path: string,
  toMessage: (missing: readonly Permission[]) => string = exceedsOwn,
): void {
  const missing = [...granted].filter((permission) => !person.permissions.has(permission));
  if (missing.length === 0) return;
  const message = toMessage(missing);
  throw httpError("auth/not-permitted", { message, errors: [{ path, message }] });
}
