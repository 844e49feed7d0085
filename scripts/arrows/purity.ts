import { isTest, type SourceFile } from "../source/files.ts";
import { type Token, tokenize } from "../source/tokens.ts";
import { placeOf } from "./place.ts";
import type { RuleTable, Violation } from "./rule.ts";

/** Finds calls that a package without input and output must not make, such as reading the clock. */
export function checkPurity(files: readonly SourceFile[], table: RuleTable): Violation[] {
  return files.flatMap(({ path, text }) => {
    const banned = table[placeOf(path)?.package ?? ""]?.banned ?? [];
    if (banned.length === 0 || isTest(path)) return [];
    const tokens = tokenize(text);
    return banned.flatMap((call) =>
      linesOf(tokens, call).map((line) => ({ path, line, rule: "pure", detail: `${call} is closed to this package` })),
    );
  });
}

function linesOf(tokens: readonly Token[], call: string): number[] {
  const wanted = tokenize(call);
  return tokens.flatMap((token, start) => {
    // A member of something else (`schedule.fetch`) only shares the name.
    const before = tokens[start - 1];
    if (before?.kind === "sign" && before.value === ".") return [];
    const fits = wanted.every(({ kind, value }, offset) => {
      const here = tokens[start + offset];
      return here?.kind === kind && here.value === value;
    });
    return fits ? [token.line] : [];
  });
}
