import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: (() => void) | undefined;

/**
 * Collects the garbage of a large task that has ended. V8 would do so only when as much is allocated again, which can take
 * hours. It stops the process for about 0.1 s.
 */
export function collectGarbage(): void {
  collect ??= exposeGc();
  collect();
}

/** Contexts that are created while the flag is set have the function. */
function exposeGc(): () => void {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  setFlagsFromString("--no-expose-gc");
  return gc;
}
