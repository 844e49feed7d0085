import { existsSync } from "node:fs";
import { join } from "node:path";

const unpacked = join(import.meta.dirname, "../../../.cache/debian");

/** The path of a program that `npm test` unpacks from a Debian package, or that is installed. */
export function debianProgram(path: `usr/${string}`): string {
  const found = [join(unpacked, path), `/${path}`].find((each) => existsSync(each));
  if (found === undefined) throw new Error(`This test needs Debian's /${path}: run npm test, or install its package`);
  return found;
}
