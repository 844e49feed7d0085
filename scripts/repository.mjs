import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** Root folder of this repository. */
export const repository = dirname(dirname(fileURLToPath(import.meta.url)));
