/** Ids in the one order in which everybody locks. */
export const sortedUnique = (ids: readonly number[]) => [...new Set(ids)].sort((one, other) => one - other);
