// The whole product with simulated devices, on this machine only and in a data folder of its own.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { ensureConsoleBuilt } from "./console-build.mjs";
import { ensureInstalled } from "./install.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { repository } from "./repository.mjs";
import { serve } from "./run.mjs";

const given = (name, fallback = "") => process.env[name] || fallback;
const host = given("HOST", "127.0.0.1");
const dataDir = resolve(repository, given("DATA_DIR", "./data-demo"));
const marker = join(dataDir, "demo");

const fault = faultOfDemo();
if (fault) {
  console.error(fault);
  process.exit(1);
}
await ensureInstalled();
if (!(await ensureConsoleBuilt())) process.exit(1);
mkdirSync(dataDir, { recursive: true, mode: 0o700 });
writeFileSync(marker, "A demo of Gatehouse lives here.\n", { mode: 0o600 });

const port = given("PORT", "8080") === "0" ? await freePort() : given("PORT", "8080");
const password = given("ADMIN_PASSWORD", "demo-gatehouse");
serve(
  [
    [pinnedNode(), "packages/server/src/main.ts"],
    [pinnedNode(), "packages/simulator/src/main.ts"],
  ],
  {
    DEMO: "1",
    HOST: host,
    PORT: port,
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: given("LOG_LEVEL", "warn"),
    REGISTER_AT: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    REGISTER_PASSWORD: password,
    REGISTER_ONCE: join(dataDir, "demo-devices"),
    WORLD: given("WORLD", "quiet-night"),
  },
);

/** What would let strangers in or mix the demo with a real site; nothing when all is well. */
function faultOfDemo() {
  if (!["127.0.0.1", "::1", "localhost"].includes(host)) {
    return `The demo shows its password to everybody, so it listens on this machine only: unset HOST, which is "${host}".`;
  }
  if (given("DATABASE_URL")) return "The demo keeps to a database of its own: unset DATABASE_URL.";
  if (existsSync(join(dataDir, "postgres")) && !existsSync(marker)) {
    return `DATA_DIR: ${dataDir} holds a site that is no demo; choose another folder.`;
  }
  return null;
}

/** The devices are registered at the server's port, so it must be known beforehand. */
function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(String(port)));
    });
  });
}
