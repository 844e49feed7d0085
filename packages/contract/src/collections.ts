/** Adds to the count of a key, which starts at 0, and returns the new count. */
export function addTo<K>(counts: Map<K, number>, key: K, step: number): number {
  const count = countIn(counts, key) + step;
  counts.set(key, count);
  return count;
}

export function appendTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The count of a key, as `addTo` made it: 0 until something is counted. */
export const countIn = <K>(counts: ReadonlyMap<K, number>, key: K): number => counts.get(key) ?? 0;

/** The list of a key, as `appendTo` and `Map.groupBy` make it: empty until something is appended. */
export const listIn = <K, V>(lists: ReadonlyMap<K, readonly V[]>, key: K): readonly V[] => lists.get(key) ?? [];

/** The value of a key that may be absent itself. */
export const findIn = <K, V>(values: ReadonlyMap<K, V>, key: K | null | undefined): V | undefined =>
  key === null || key === undefined ? undefined : values.get(key);
