import { useState } from "react";
import type { Stored } from "./resource.ts";

/**
 * The open record of a list. It is retained while open, so that its form survives a delete by someone else. A record
 * that is only filtered out of the list is not retained.
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
    /** The URL names a record that did not exist when the page was loaded. */
    isUnknown: id !== undefined && all !== undefined && !isThere && next === undefined,
  };
}
