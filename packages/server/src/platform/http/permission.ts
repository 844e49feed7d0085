import { notPermitted, type Permission } from "@gatehouse/contract/permissions";
import type { Person } from "./call.ts";
import { refuse } from "./refusal.ts";

/** AUTH-14: what a session that was started with a PIN never has. */
export const deniedWithPin: Permission = "people";

/** ROLE-1: refuses a person who has none of the needed permissions. */
export function requirePermission(
  { permissions, method }: Pick<Person, "permissions" | "method">,
  ...needed: Permission[]
): void {
  if (needed.some((permission) => permissions.has(permission))) return;
  if (method === "pin" && needed.includes(deniedWithPin)) throw refuse("auth/pin-session");
  throw refuse("auth/not-permitted", { message: notPermitted(needed) });
}
