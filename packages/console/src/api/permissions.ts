import type { ApiKey } from "@gatehouse/contract/api";
import type { Permission } from "@gatehouse/contract/permissions";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { ownAccountQuery } from "./own-account.ts";

/** A call, or a permission where a call needs one of several. */
type Needed = ApiKey | Permission;

/** Whether the signed-in person may make a call. */
export function useMay(): (needed: Needed) => boolean {
  const { data } = useQuery(ownAccountQuery);
  const granted = new Set<string>(data && [...data.permissions, ...data.calls]);
  return (needed) => granted.has(needed);
}

/** Whether the signed-in person is limited to gates, so that lists can lack records. */
export const useIsLimited = (): boolean => (useQuery(ownAccountQuery).data?.gateIds ?? null) !== null;

/** Whether somebody switched to this person with a PIN, which can't change the account. */
export const useIsPinSession = (): boolean => useQuery(ownAccountQuery).data?.method === "pin";

const listeners = new Set<() => void>();
/** How many visible parts of the page can be changed, and how many can't. */
const parts = { editable: 0, readOnly: 0 };

function count(kind: keyof typeof parts, by: number): void {
  parts[kind] += by;
  for (const listener of listeners) listener();
}

/** Whether a part of the page is read-only for the signed-in person. The page says so if all of its parts are. */
export function useReadOnly(needed: Needed): boolean {
  const isReadOnly = !useMay()(needed);
  useEffect(() => {
    const kind = isReadOnly ? "readOnly" : "editable";
    count(kind, 1);
    return () => count(kind, -1);
  }, [isReadOnly]);
  return isReadOnly;
}

/** Whether the page can be viewed but not changed. */
export const useIsPageReadOnly = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => parts.readOnly > 0 && parts.editable === 0,
  );
