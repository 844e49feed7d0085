import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readSourceFiles, repositoryRoot, type SourceFile } from "../source/files.ts";
import { findTestTitles } from "../source/test-titles.ts";

const ledgerPath = "docs/requirements.md";
const claimsPath = "docs/requirements-done.txt";

/** Texts of the requirements ledger and of the list of completed requirements, and the test files. */
export interface LedgerFiles {
  readonly ledger: string;
  readonly claims: string;
  readonly tests: readonly SourceFile[];
}

/** Finds contradictions between the ledger, the completed requirements and the tests; one message each. */
export function checkLedger({ ledger, claims, tests }: LedgerFiles): string[] {
  const requirements = parseRequirements(ledger);
  const claimed = parseClaims(claims);
  const parsed = tests.map((file) => ({ path: file.path, ...findTestTitles(file.text, file.path) }));
  const proofs = parsed.flatMap(({ path, titles }) =>
    titles.flatMap(({ title, line }) => findIds(title, requirements).map((id) => ({ id, place: `${path}:${line}` }))),
  );
  const proven = new Set(proofs.map(({ id }) => id));
  const known = new Set(requirements);
  return [
    ...duplicates(requirements).map((id) => `${ledgerPath}  ${id} appears twice`),
    ...duplicates(claimed.ids).map((id) => `${claimsPath}  ${id} appears twice`),
    ...claimed.invalid.map((line) => `${claimsPath}  "${line}" is not an id and an issue, such as "GATE-1 #7"`),
    ...claimed.ids.filter((id) => !known.has(id)).map((id) => `${claimsPath}  ${id} is not in the ledger`),
    ...claimed.ids.filter((id) => known.has(id) && !proven.has(id)).map((id) => `${claimsPath}  ${id} has no test`),
    ...proofs.filter(({ id }) => !known.has(id)).map(({ id, place }) => `${place}  ${id} is not in the ledger`),
    ...parsed.flatMap(({ path, disabling }) =>
      disabling.map(({ modifier, line }) => `${path}:${line}  ${modifier} is not allowed: every test must run`),
    ),
  ];
}

/** Parses the requirement ids, in ledger order. */
export function parseRequirements(ledger: string): string[] {
  return [...ledger.matchAll(/^- ([A-Z]+-\d+) /gm)].map((match) => match[1] ?? "");
}

function parseClaims(claims: string): { ids: string[]; invalid: string[] } {
  const lines = claims.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const isClaim = (line: string) => /^[A-Z]+-\d+ #\d+$/.test(line);
  return {
    ids: lines.filter(isClaim).map((line) => line.slice(0, line.indexOf(" "))),
    invalid: lines.filter((line) => !isClaim(line)),
  };
}

/** Finds the ids in a title and expands ranges; ignores words such as SHA-256, whose prefix isn't in the ledger. */
function findIds(title: string, requirements: readonly string[]): string[] {
  const prefixes = new Set(requirements.map((id) => id.replace(/-\d+$/, "")));
  const pattern = /\b([A-Z]+)-(\d+)(?:\s*(?:\.\.|…|–|to)\s*(?:\1-)?(\d+))?\b/g;
  return [...title.matchAll(pattern)].flatMap(([, prefix = "", from, to]) => {
    if (!prefixes.has(prefix)) return [];
    const first = Number(from);
    const last = to === undefined ? first : Number(to);
    return Array.from({ length: Math.max(last - first + 1, 1) }, (_, step) => `${prefix}-${first + step}`);
  });
}

function duplicates(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

if (import.meta.main) {
  const ledger = readFileSync(join(repositoryRoot, ledgerPath), "utf8");
  const claims = readFileSync(join(repositoryRoot, claimsPath), "utf8");
  const tests = readSourceFiles(repositoryRoot).filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path));
  const messages = checkLedger({ ledger, claims, tests });
  for (const message of messages) console.error(message);
  if (messages.length > 0) process.exit(1);
  console.log(`ledger: ${parseRequirements(ledger).length} requirements; each one in ${claimsPath} has a test`);
}
