import type { PackageRule } from "./rule.ts";

/** Where a file lives: its package, its room and, in a room of cells, its cell. */
export interface Place {
  readonly package: string;
  /** Undefined outside `src`, where tests and the tools' own settings live. */
  readonly room: string | undefined;
  readonly cell: string | undefined;
}

/** Finds the place of a path; undefined for a path that belongs to no package. */
export function placeOf(path: string): Place | undefined {
  const [top, second = "", ...rest] = path.split("/");
  if (top === "packages") {
    const [folder, ...inside] = rest;
    return { package: second, ...roomOf(folder === "src" ? inside : []) };
  }
  if (top === "bench" || top === "scripts") return { package: top, ...roomOf([second, ...rest]) };
  return undefined;
}

function roomOf(inside: readonly string[]): { room: string | undefined; cell: string | undefined } {
  return { room: inside[0], cell: inside.length > 2 ? inside[1] : undefined };
}

/** The line of the table that a room falls under; undefined when nobody thought of it. */
export function lineOf(rule: PackageRule, room: string): string | undefined {
  const stranger = /\.tsx?$/.test(room) ? "*.ts" : "*";
  return [room, stranger].find((name) => Object.hasOwn(rule.rooms, name));
}
