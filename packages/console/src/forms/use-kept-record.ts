import { useState } from "react";
import type { Stored } from "./resource.ts";

/** The record that is open. It stays while it is open, so that its dialog outlives its deletion by somebody. */
export function useKeptRecord<Item extends Stored>(items: readonly Item[] | undefined, id: number | undefined) {
  const [kept, setKept] = useState<Item>();
  const found = id === undefined ? undefined : items?.find((item) => item.id === id);
  const next = found ?? (kept?.id === id ? kept : undefined);
  if (next !== kept) setKept(next);
  return {
    record: next,
    isDeleted: next !== undefined && found === undefined,
    /** The address names a record that is not there, and was not when the page came. */
    isUnknown: id !== undefined && items !== undefined && next === undefined,
  };
}
