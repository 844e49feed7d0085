import { signInPaths } from "../sign-in-paths.ts";
import { operationsMenu } from "./operations.ts";
import { menu, settingsPages } from "./registry.ts";
import { startPath } from "./start-path.ts";

/** The page of one gate of the station, and of one report type. */
const parameterPaths = [/^\/station\/\d+$/, /^\/reports\/[A-Z_]+$/];

const pagePaths: ReadonlySet<string> = new Set([
  ...Object.values(signInPaths),
  startPath,
  // A section with entries has no page of its own.
  ...[operationsMenu, ...menu].flatMap(({ path, entries }) =>
    entries.length === 0 ? [path] : entries.map((entry) => entry.path),
  ),
  ...settingsPages.map(({ path }) => path),
]);

/** Whether the console has a page at the path. At other paths it says so; programs get the status 404. */
export function isConsolePath(path: string): boolean {
  const plain = path.replace(/(?<=.)\/$/, "");
  return pagePaths.has(plain) || parameterPaths.some((pattern) => pattern.test(plain));
}
