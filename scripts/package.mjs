// Builds the Debian package with the console, the server, its modules and the Node that it runs on.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ensureConsoleBuilt } from "./console-build.mjs";
import { ensureInstalled } from "./install.mjs";
import { buildPackage } from "./package/build-package.mjs";
import { repository } from "./repository.mjs";

await ensureInstalled();
if (!(await ensureConsoleBuilt())) process.exit(1);
const output = join(repository, "dist");
mkdirSync(output, { recursive: true });
console.log(`Built ${buildPackage(output)}`);
