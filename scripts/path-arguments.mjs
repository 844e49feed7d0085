import { resolve } from "node:path";

/** The paths that a command was called with. There are no options: a mistyped one must not become the name of a file. */
export function pathArguments(usage) {
  const given = process.argv.slice(2);
  if (given.some((argument) => argument.startsWith("-"))) {
    console.error(`Usage: ${usage}`);
    process.exit(2);
  }
  // npm changes to the folder of the repository.
  return given.map((path) => resolve(process.env.INIT_CWD ?? "", path));
}
