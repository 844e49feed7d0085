import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** With "last-resort" V8 also returns the freed memory to the system; otherwise it stays reserved. */
const options = { type: "major", flavor: "last-resort" } as const;

let collect: ((kind: typeof options) => void) | undefined;

/**
 * Collects the garbage of a large task that has ended. V8 keeps it while a server allocates little. With 60 MB in use this
 * stops the process for about 0.2 s.
 */
export function collectGarbage(): void {
  collect ??= exposeGc();
  collect(options);
}

/** Contexts that are created while the flag is set have the function. */
function exposeGc(): NonNullable<typeof collect> {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as NonNullable<typeof collect>;
  setFlagsFromString("--no-expose-gc");
  return gc;
}
