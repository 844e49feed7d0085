import type { Permission } from "@gatehouse/contract/permissions";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "./call-query.ts";

const ownAccountQuery = callQuery("users", "GET /auth/me");

/** ROLE-5: tells whether the signed-in person has a permission. */
export function useMay(): (needed: Permission) => boolean {
  const granted = useQuery(ownAccountQuery).data?.permissions;
  return (needed) => granted?.includes(needed) === true;
}
