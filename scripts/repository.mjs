import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this checkout. */
export const repository = dirname(dirname(fileURLToPath(import.meta.url)));
