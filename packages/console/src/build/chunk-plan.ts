/** Modules that the same entries load, and that can therefore share a file without any cost. */
export interface Piece {
  modules: readonly string[];
  bytes: number;
  /** Indexes of the pieces that it imports statically. */
  imports: readonly number[];
  /** How often it is loaded: the weight of each entry that loads it. */
  users: ReadonlyMap<string, number>;
}

interface Group {
  members: Piece[];
  bytes: number;
  users: Map<string, number>;
  /** The pieces that its members import. */
  imports: Set<number>;
}

export interface PlanLimits {
  /** The bytes that a request costs: a page rather loads this many unused bytes than one more file. */
  requestBytes: number;
  /** The unused bytes that a merge may add to one entry. */
  maxUnusedBytes: number;
}

/**
 * Merges the pieces to few files: each page then loads few files, with few bytes that it doesn't use. Merges the most
 * useful pair first, until no merge saves anything. Pieces don't import each other circularly, and neither do the files.
 * Returns the pieces of each file.
 */
export function planChunks(pieces: readonly Piece[], limits: PlanLimits): Piece[][] {
  const groups = createGroups(pieces);
  const gains = createGains(groups, limits);
  for (let pair = gains.takeBest(); pair !== undefined; pair = gains.takeBest()) {
    const [kept, merged] = pair;
    if (groups.importsIndirectly(kept, merged) || groups.importsIndirectly(merged, kept)) continue;
    groups.merge(kept, merged);
    gains.update(kept, merged);
  }
  return groups.ids().map((id) => groups.get(id).members);
}

type Groups = ReturnType<typeof createGroups>;

/** The files so far, by the index of their first piece. */
function createGroups(pieces: readonly Piece[]) {
  const groups = new Map<number, Group>(
    pieces.map((piece, index) => [
      index,
      { members: [piece], bytes: piece.bytes, users: new Map(piece.users), imports: new Set(piece.imports) },
    ]),
  );
  /** The group that each piece is in. */
  const groupOf = pieces.map((_, index) => index);
  const get = (id: number) => groups.get(id) as Group;
  /** What is loaded with each group, until the next merge. */
  const loaded = new Map<number, ReadonlySet<number>>();

  const importsOf = (id: number): Set<number> => {
    const imported = new Set<number>();
    for (const index of get(id).imports) imported.add(groupOf[index] as number);
    imported.delete(id);
    return imported;
  };

  function addAll(id: number, found: Set<number>): Set<number> {
    if (found.has(id)) return found;
    found.add(id);
    for (const imported of importsOf(id)) addAll(imported, found);
    return found;
  }

  return {
    ids: () => [...groups.keys()],
    get,
    /** A group and all that it imports, which is loaded with it. */
    loadedWith: (id: number): ReadonlySet<number> => {
      const known = loaded.get(id);
      if (known !== undefined) return known;
      const found = addAll(id, new Set());
      loaded.set(id, found);
      return found;
    },
    /** Whether a group imports another through a third, so that their merge would import it circularly. */
    importsIndirectly: (from: number, to: number): boolean =>
      [...importsOf(from)].some((id) => id !== to && addAll(id, new Set()).has(to)),
    merge: (kept: number, merged: number): void => {
      const [into, from] = [get(kept), get(merged)];
      into.members.push(...from.members);
      into.bytes += from.bytes;
      for (const index of from.imports) into.imports.add(index);
      for (const [index, id] of groupOf.entries()) if (id === merged) groupOf[index] = kept;
      groups.delete(merged);
      loaded.clear();
      const users = new Map([...into.users, ...from.users]);
      for (const id of addAll(kept, new Set())) for (const [user, weight] of users) get(id).users.set(user, weight);
    },
  };
}

/** The pairs of groups that are worth merging. */
function createGains(groups: Groups, limits: PlanLimits) {
  const gains = new Map<string, { pair: [number, number]; gain: number }>();

  function add(first: number, second: number): void {
    const pair: [number, number] = first < second ? [first, second] : [second, first];
    const gain = gainOf(groups, pair, limits);
    if (gain > 0) gains.set(pair.join(), { pair, gain });
  }

  for (const first of groups.ids()) for (const second of groups.ids()) if (first < second) add(first, second);

  return {
    /** Removes and returns the pair with the largest gain. */
    takeBest: (): [number, number] | undefined => {
      let best: { pair: [number, number]; gain: number } | undefined;
      for (const candidate of gains.values()) if (best === undefined || candidate.gain > best.gain) best = candidate;
      if (best !== undefined) gains.delete(best.pair.join());
      return best?.pair;
    },
    /** Recomputes the pairs of a group that another was merged into. */
    update: (kept: number, merged: number): void => {
      for (const [key, { pair }] of gains) if (pair.includes(kept) || pair.includes(merged)) gains.delete(key);
      for (const other of groups.ids()) if (other !== kept) add(kept, other);
    },
  };
}

/** The bytes of the requests that a merge saves, less the unused bytes that it adds. */
function gainOf(groups: Groups, [first, second]: readonly [number, number], limits: PlanLimits): number {
  const [a, b] = [groups.get(first), groups.get(second)];
  let saved = 0;
  for (const [user, weight] of a.users) if (b.users.has(user)) saved += weight * limits.requestBytes;
  if (saved === 0) return 0;
  return saved - unusedBytes(groups, a, second, limits) - unusedBytes(groups, b, first, limits);
}

/** The bytes that the users of a group would load with another, and with what that imports, without using it. */
function unusedBytes(groups: Groups, { users }: Group, other: number, { maxUnusedBytes }: PlanLimits): number {
  const added = [...groups.loadedWith(other)].map((id) => groups.get(id));
  let sum = 0;
  for (const [user, weight] of users) {
    let bytes = 0;
    for (const group of added) if (!group.users.has(user)) bytes += group.bytes;
    if (bytes > maxUnusedBytes) return Number.POSITIVE_INFINITY;
    sum += weight * bytes;
  }
  return sum;
}
