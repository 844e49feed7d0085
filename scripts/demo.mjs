// Starts Gatehouse with simulated devices, on this machine only and with its own data folder.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { ensureConsoleBuilt } from "./console-build.mjs";
import { ensureInstalled } from "./install.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { repository } from "./repository.mjs";
import { serve } from "./run.mjs";

const setting = (name, fallback = "") => process.env[name] || fallback;
const host = setting("HOST", "127.0.0.1");
const dataDir = resolve(repository, setting("DATA_DIR", "./data-demo"));
const marker = join(dataDir, "demo");

const error = findError();
if (error) {
  console.error(error);
  process.exit(1);
}
await ensureInstalled();
if (!(await ensureConsoleBuilt())) process.exit(1);
mkdirSync(dataDir, { recursive: true, mode: 0o700 });
writeFileSync(marker, "This folder contains a Gatehouse demo.\n", { mode: 0o600 });

// Until the simulated site says what it loads.
writeFileSync(
  join(dataDir, "demo-progress.json"),
  JSON.stringify({ state: "loading", text: "starting the simulated devices", share: null }),
  { mode: 0o600 },
);

const port = setting("PORT", "8080") === "0" ? await findFreePort() : setting("PORT", "8080");
const password = setting("ADMIN_PASSWORD", "demo-gatehouse");
serve(
  [
    [pinnedNode(), "packages/server/src/main.ts"],
    [pinnedNode(), "scripts/demo/site.ts"],
  ],
  {
    DEMO: "1",
    HOST: host,
    PORT: port,
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: setting("LOG_LEVEL", "warn"),
    REGISTER_AT: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    REGISTER_PASSWORD: password,
    REGISTER_ONCE: join(dataDir, "demo-devices"),
    SCENARIO: setting("SCENARIO", "quiet-night"),
  },
);

/** Explains settings that would expose the demo to the network or mix it with a real site; null if there are none. */
function findError() {
  if (!["127.0.0.1", "::1", "localhost"].includes(host)) {
    return `The sign-in page of the demo shows its password, so it may only listen on this machine. Unset HOST ("${host}").`;
  }
  if (setting("DATABASE_URL")) return "The demo uses its own database. Unset DATABASE_URL.";
  if (existsSync(join(dataDir, "postgres")) && !existsSync(marker)) {
    return `DATA_DIR: ${dataDir} contains a real site, not a demo. Choose another folder.`;
  }
  return null;
}

/** Finds a free port; the simulator needs the server's port before the server starts. */
function findFreePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(String(port)));
    });
  });
}
