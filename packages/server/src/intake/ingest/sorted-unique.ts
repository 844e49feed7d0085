/** Ids in ascending order, the order in which every batch locks rows. */
export const sortedUnique = (ids: readonly number[]) => [...new Set(ids)].sort((one, other) => one - other);
