/** Adds to the count of a key, which starts at 0, and returns the new count. */
export function addTo<K>(counts: Map<K, number>, key: K, step: number): number {
  const count = (counts.get(key) ?? 0) + step;
  counts.set(key, count);
  return count;
}

/** Appends to the list of a key. */
export function appendTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The value of a key that may be absent itself. */
export const findIn = <K, V>(values: ReadonlyMap<K, V>, key: K | null | undefined): V | undefined =>
  key === null || key === undefined ? undefined : values.get(key);
