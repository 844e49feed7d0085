import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { repositoryRoot } from "../source/files.ts";

const manualPath = "docs/operating.md";
const settingsPath = "packages/server/src/platform/settings.ts";

/** What the server's settings say of each environment variable. */
export type Environment = Readonly<Record<string, { fallback: string | null; expects: string; description: string }>>;

/** The rows that the manual's table must have, in the order of the settings. */
export function expectedRows(environment: Environment): string[] {
  return Object.entries(environment).map(([name, { fallback, expects, description }]) => {
    const initial = fallback === null ? "none" : `\`${fallback}\``;
    return `| \`${name}\` | ${initial} | ${expects} | ${description} |`;
  });
}

/** What the manual lacks, has too much or says differently, one sentence each. */
export function checkOperatingDoc(manual: string, environment: Environment): string[] {
  // The formatter pads the columns; only the words count.
  const lines = manual.split("\n").map((line) => line.replaceAll(/ +/g, " "));
  const written = lines.filter((line) => /^\| `[A-Z_]+` \|/.test(line));
  const expected = expectedRows(environment);
  return [
    ...expected.filter((row) => !written.includes(row)).map((row) => `${manualPath}  lacks the row  ${row}`),
    ...written.filter((row) => !expected.includes(row)).map((row) => `${manualPath}  not in ${settingsPath}:  ${row}`),
  ];
}

if (import.meta.main) {
  // The address is put together here because the scripts are compiled without the server.
  const settings = await import(pathToFileURL(join(repositoryRoot, settingsPath)).href);
  const environment: Environment = settings.environment;
  const faults = checkOperatingDoc(readFileSync(join(repositoryRoot, manualPath), "utf8"), environment);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
  console.log(`operating-doc: ${Object.keys(environment).length} environment variables, all in ${manualPath}`);
}
