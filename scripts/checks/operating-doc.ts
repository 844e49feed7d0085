import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { repositoryRoot } from "../source/files.ts";

const manualPath = "docs/operating.md";
const settingsPath = "packages/server/src/platform/settings.ts";
/** What the paths of tests and benchmarks in the manual are relative to. */
const fileFolders = ["packages/server/test/", "packages/e2e/test/", ""];

/** The environment variables, as the server's settings define them. */
export type Environment = Readonly<Record<string, { fallback: string | null; expects: string; description: string }>>;

/** The rows of the manual's table, in the order of the settings. */
export function expectedRows(environment: Environment): string[] {
  return Object.entries(environment).map(([name, { fallback, expects, description }]) => {
    const initial = fallback === null ? "none" : `\`${fallback}\``;
    return `| \`${name}\` | ${initial} | ${expects} | ${description} |`;
  });
}

/** Finds missing, outdated and superfluous rows in the manual; one message each. */
export function checkOperatingDoc(manual: string, environment: Environment): string[] {
  // The formatter pads the columns with spaces.
  const lines = manual.split("\n").map((line) => line.replaceAll(/ +/g, " "));
  const actual = lines.filter((line) => /^\| `[A-Z0-9_]+` \|/.test(line));
  const expected = expectedRows(environment);
  return [
    ...expected.filter((row) => !actual.includes(row)).map((row) => `${manualPath}  missing row:  ${row}`),
    ...actual
      .filter((row) => !expected.includes(row))
      .map((row) => `${manualPath}  row doesn't match ${settingsPath}:  ${row}`),
  ];
}

/** Finds tests and benchmarks that the manual names and that do not exist; one message each. */
export function findMissingFiles(manual: string, exists: (path: string) => boolean): string[] {
  const named = manual.matchAll(/`([\w/-]+(?:\.long)?\.(?:test|spec)\.ts|bench\/[\w-]+\.ts)`/g);
  return [...new Set([...named].map(([, path]) => path))]
    .filter((path) => !fileFolders.some((folder) => exists(`${folder}${path}`)))
    .map((path) => `${manualPath}  ${path} doesn't exist`);
}

if (import.meta.main) {
  // A computed URL, because the scripts are compiled without the server.
  const settings = await import(pathToFileURL(join(repositoryRoot, settingsPath)).href);
  const environment: Environment = settings.environment;
  const manual = readFileSync(join(repositoryRoot, manualPath), "utf8");
  const messages = [
    ...checkOperatingDoc(manual, environment),
    ...findMissingFiles(manual, (path) => existsSync(join(repositoryRoot, path))),
  ];
  for (const message of messages) console.error(message);
  if (messages.length > 0) process.exit(1);
  console.log(
    `operating-doc: ${Object.keys(environment).length} environment variables are documented in ${manualPath}`,
  );
}
