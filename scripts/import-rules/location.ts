import type { PackageRule } from "./rule.ts";

/** Where a file is: its package, and its top folder in `src`. */
export interface Location {
  readonly package: string;
  /** A folder, or a file directly in `src`; undefined outside `src`, where tests and tool settings are. */
  readonly folder: string | undefined;
}

/** Finds the location of a path; undefined for a path outside the packages. */
export function locate(path: string): Location | undefined {
  const [top, second = "", ...rest] = path.split("/");
  if (top === "packages") {
    const [folder, ...inside] = rest;
    return { package: second, folder: folder === "src" ? inside[0] : undefined };
  }
  if (top === "bench" || top === "scripts") return { package: top, folder: second };
  return undefined;
}

/** The key of the rule table that applies to a folder; undefined for an unknown folder. */
export function ruleKeyOf(rule: PackageRule, folder: string): string | undefined {
  const wildcard = /\.tsx?$/.test(folder) ? "*.ts" : "*";
  return [folder, wildcard].find((name) => Object.hasOwn(rule.folders, name));
}
