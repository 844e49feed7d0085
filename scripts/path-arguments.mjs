import { resolve } from "node:path";

/** The paths and the known flags that a command was called with. A mistyped flag must not become the name of a file. */
export function pathArguments(usage, flags = []) {
  const given = process.argv.slice(2);
  if (given.some((argument) => argument.startsWith("-") && !flags.includes(argument))) {
    console.error(`Usage: ${usage}`);
    process.exit(2);
  }
  // npm changes to the folder of the repository.
  return given.map((path) => (flags.includes(path) ? path : resolve(process.env.INIT_CWD ?? "", path)));
}
