import { useState } from "react";
import type { Stored } from "./resource.ts";

/**
 * The record that is open in a list. It stays while it is open, so that its form outlives its deletion by somebody.
 * A list may show only some of all records: one that merely left the list is not kept.
 */
export function useRetainedRecord<Item extends Stored>(
  items: readonly Item[] | undefined,
  all: readonly Item[] | undefined,
  id: number | undefined,
) {
  const [kept, setKept] = useState<Item>();
  const has = (list: readonly Item[] | undefined) =>
    id === undefined ? undefined : list?.find((one) => one.id === id);
  const found = has(items);
  const isThere = has(all) !== undefined;
  const next = found ?? (kept?.id === id && !isThere ? kept : undefined);
  if (next !== kept) setKept(next);
  return {
    record: next,
    isDeleted: next !== undefined && found === undefined,
    /** The address names a record that is not there, and was not when the page came. */
    isUnknown: id !== undefined && all !== undefined && !isThere && next === undefined,
  };
}
