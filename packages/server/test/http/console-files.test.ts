import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerConsoleFiles } from "../../src/platform/http/console-files.ts";

describe("the page of the console", () => {
  const dist = mkdtempSync(join(tmpdir(), "gatehouse-console-"));
  const app = Fastify();

  beforeAll(async () => {
    const files = {
      "index.html": "",
      "screen/screen.html": "",
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(dist, name, ".."), { recursive: true });
      writeFileSync(join(dist, name), text);
    }
    await registerConsoleFiles(app, dist, { version: "1" });
  });

  afterAll(async () => {
    await app.close();
    rmSync(dist, { recursive: true });
  });

  it.each(["/index.html", "/screen/screen.html"])("NAV-3 its file %s is not served", async (path) => {
    expect((await app.inject({ url: path, headers: { accept: "text/html" } })).statusCode).toBe(404);
  });

  it.each([
    ["/configurations", "*/*", 200],
    ["/station/12", "*/*", 200],
    ["/no-such-page", "text/html,*/*", 200],
    ["/cgi-bin/", "text/html", 200],
    ["/no-such-page", "*/*", 404],
    ["/no-such-file.php", "text/html", 404],
    ["/assets/no-such-file.woff2", "text/html", 404],
    ["/station/1.5", "text/html", 200],
    ["/station/12/pictures", "text/html", 200],
    ["/reports/rwservlet", "text/html", 200],
    ["/station/1.5", "*/*", 404],
  ])("NAV-3 %s with accept %s gets the status %i", async (url, accept, status) => {
    expect((await app.inject({ url, headers: { accept } })).statusCode).toBe(status);
  });
});
