import { signInPaths } from "../sign-in-paths.ts";
import { operationsMenu } from "./operations.ts";
import { menu, settingsPages } from "./registry.ts";
import { startPath } from "./start-page.ts";

/** OPS-3, REP-2: pages that have one page for each gate, or each report type. */
const parentPaths = ["/station/", "/reports/"];

const pagePaths: ReadonlySet<string> = new Set([
  ...Object.values(signInPaths),
  startPath,
  ...[operationsMenu, ...menu].flatMap(({ path, entries }) => [path, ...entries.map((entry) => entry.path)]),
  ...settingsPages.map(({ path }) => path),
]);

/** Whether the console has a page at the path. The console redirects other paths, but they get the status 404. */
export function isConsolePath(path: string): boolean {
  const plain = path.replace(/(?<=.)\/$/, "");
  return (
    pagePaths.has(plain) ||
    parentPaths.some((parent) => plain.startsWith(parent) && !plain.includes("/", parent.length))
  );
}
