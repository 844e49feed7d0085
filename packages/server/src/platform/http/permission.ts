import { notPermitted, type Permission } from "@gatehouse/contract/permissions";
import type { Person } from "./call.ts";
import { refuse } from "./refusal.ts";

/** ROLE-1: refuses a person who has none of the needed permissions. */
export function requirePermission({ permissions }: Pick<Person, "permissions">, ...needed: Permission[]): void {
  if (needed.some((permission) => permissions.has(permission))) return;
  throw refuse("auth/not-permitted", { message: notPermitted(needed) });
}
