import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Piece, planChunks } from "../src/build/chunk-plan.ts";

const limits = { requestBytes: 1_000, maxUnusedBytes: 5_000 };

/** A piece that the entries load once each. */
const piece = (name: string, bytes: number, entries: string, imports: readonly number[] = []): Piece => ({
  modules: [name],
  bytes,
  imports,
  users: new Map([...entries].map((entry) => [entry, 1])),
});

const plan = (...pieces: Piece[]) =>
  planChunks(pieces, limits).map((members) => members.flatMap(({ modules }) => modules).join("+"));

describe("the plan of the console's scripts", () => {
  it.each([
    ["merges what the same pages load", [piece("a", 9_000, "PQ"), piece("b", 9_000, "PQ")], ["a+b"]],
    ["merges what costs less than a request", [piece("a", 9_000, "PQR"), piece("b", 500, "PQ")], ["a+b"]],
    ["separates what costs more than a request", [piece("a", 9_000, "PQ"), piece("b", 2_500, "P")], ["a", "b"]],
    ["separates what no page loads together", [piece("a", 10, "P"), piece("b", 10, "Q")], ["a", "b"]],
    [
      "counts what a merged part imports",
      // The pages Q and R would load the schemas with the dialog.
      [piece("list", 900, "PQR"), piece("dialog", 100, "P", [2]), piece("schemas", 40_000, "P")],
      ["list", "dialog+schemas"],
    ],
  ])("%s", (_rule, pieces, expected) => {
    expect(plan(...pieces)).toEqual(expected);
  });

  it("never lets scripts import each other circularly", () => {
    const size = 8;
    const anyPiece = fc.record({
      bytes: fc.integer({ min: 1, max: 3_000 }),
      imports: fc.array(fc.integer({ min: 1, max: size - 1 }), { maxLength: 3 }),
      entries: fc.array(fc.constantFrom(..."PQRST"), { minLength: 1 }),
    });
    fc.assert(
      fc.property(fc.array(anyPiece, { minLength: size, maxLength: size }), (made) => {
        const pieces = toImportable(
          made.map(({ bytes, imports, entries }, index) => {
            const later = imports.map((step) => index + step).filter((other) => other < size);
            return piece(String(index), bytes, entries.join(""), later);
          }),
        );
        const files = planChunks(pieces, limits).map(
          (members) => new Set(members.map(({ modules }) => Number(modules[0]))),
        );
        const fileOf = (index: number) => files.findIndex((members) => members.has(index));
        const imports = files.map(
          (members, file) =>
            new Set(
              [...members]
                .flatMap((index) => pieces[index]?.imports ?? [])
                .map(fileOf)
                .filter((other) => other !== file),
            ),
        );
        expect(isAcyclic(imports)).toBe(true);
      }),
    );
  });
});

/** Adds to each piece the entries of those that import it. */
function toImportable(pieces: readonly Piece[]): Piece[] {
  const users = pieces.map((piece) => new Map(piece.users));
  for (const [index, { imports }] of pieces.entries()) {
    for (const imported of imports) for (const [user, weight] of users[index] ?? []) users[imported]?.set(user, weight);
  }
  return pieces.map((piece, index) => ({ ...piece, users: users[index] ?? piece.users }));
}

function isAcyclic(imports: readonly ReadonlySet<number>[]): boolean {
  const left = new Set(imports.keys());
  for (let free = -1; left.size > 0; left.delete(free)) {
    free = [...left].find((file) => [...(imports[file] ?? [])].every((other) => !left.has(other))) ?? -1;
    if (free < 0) return false;
  }
  return true;
}
