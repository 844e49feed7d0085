import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readSourceFiles, repositoryRoot, type SourceFile } from "../source/files.ts";
import { findTestTitles } from "../source/test-titles.ts";

const ledgerPath = "docs/requirements.md";
const claimsPath = "docs/requirements-done.txt";

/** The requirements, the claims and the tests that are held against each other. */
export interface Evidence {
  readonly ledger: string;
  readonly claims: string;
  readonly tests: readonly SourceFile[];
}

/** What is wrong between the ledger, the claims and the tests, one sentence each. */
export function checkLedger({ ledger, claims, tests }: Evidence): string[] {
  const requirements = readRequirements(ledger);
  const claimed = readClaims(claims);
  const read = tests.map((file) => ({ path: file.path, ...findTestTitles(file.text, file.path) }));
  const proofs = read.flatMap(({ path, titles }) =>
    titles.flatMap(({ title, line }) => idsOf(title, requirements).map((id) => ({ id, place: `${path}:${line}` }))),
  );
  const proven = new Set(proofs.map(({ id }) => id));
  const known = new Set(requirements);
  return [
    ...twice(requirements).map((id) => `${ledgerPath}  ${id} is written twice`),
    ...twice(claimed.ids).map((id) => `${claimsPath}  ${id} is claimed twice`),
    ...claimed.faulty.map((line) => `${claimsPath}  "${line}" is not an id and an issue`),
    ...claimed.ids.filter((id) => !known.has(id)).map((id) => `${claimsPath}  ${id} is not in the ledger`),
    ...claimed.ids.filter((id) => known.has(id) && !proven.has(id)).map((id) => `${claimsPath}  ${id} has no test`),
    ...proofs.filter(({ id }) => !known.has(id)).map(({ id, place }) => `${place}  ${id} is not in the ledger`),
    ...read.flatMap(({ path, heldBack }) =>
      heldBack.map(({ word, line }) => `${path}:${line}  ${word} holds a test back`),
    ),
  ];
}

/** The ids of the ledger, in its order. */
export function readRequirements(ledger: string): string[] {
  return [...ledger.matchAll(/^- ([A-Z]+-\d+) /gm)].map((match) => match[1] ?? "");
}

function readClaims(claims: string): { ids: string[]; faulty: string[] } {
  const lines = claims.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const isClaim = (line: string) => /^[A-Z]+-\d+ #\d+$/.test(line);
  return {
    ids: lines.filter(isClaim).map((line) => line.slice(0, line.indexOf(" "))),
    faulty: lines.filter((line) => !isClaim(line)),
  };
}

/** The ids in a title, ranges spelt out; a word such as SHA-256 is no id because the ledger has no such letters. */
function idsOf(title: string, requirements: readonly string[]): string[] {
  const prefixes = new Set(requirements.map((id) => id.replace(/-\d+$/, "")));
  const pattern = /\b([A-Z]+)-(\d+)(?:\s*(?:\.\.|…|–|to)\s*(?:\1-)?(\d+))?\b/g;
  return [...title.matchAll(pattern)].flatMap(([, prefix = "", from, to]) => {
    if (!prefixes.has(prefix)) return [];
    const first = Number(from);
    const last = to === undefined ? first : Number(to);
    return Array.from({ length: Math.max(last - first + 1, 1) }, (_, step) => `${prefix}-${first + step}`);
  });
}

function twice(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

if (import.meta.main) {
  const ledger = readFileSync(join(repositoryRoot, ledgerPath), "utf8");
  const claims = readFileSync(join(repositoryRoot, claimsPath), "utf8");
  const tests = readSourceFiles(repositoryRoot).filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path));
  const faults = checkLedger({ ledger, claims, tests });
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
  console.log(`ledger: ${readRequirements(ledger).length} lines, every claim of ${claimsPath} has a test`);
}
