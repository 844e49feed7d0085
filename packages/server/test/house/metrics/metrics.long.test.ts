import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startMetrics } from "../../../src/house/metrics/start-metrics.ts";
import { debianProgram } from "../../debian-program.ts";
import { engineSite } from "../../intake/ingest/ingest-site.ts";

const site = await engineSite();
const { app, services } = site.server;
startMetrics(services, async () => 5_000_000_000)();

const docs = join(import.meta.dirname, "../../../../../docs");
const rulesFile = join(docs, "monitoring/gatehouse.rules.yml");

function promtool(args: readonly string[], { input = "", cwd = docs } = {}) {
  const { status, stdout, stderr } = spawnSync(debianProgram("usr/bin/promtool"), args, {
    input,
    cwd,
    encoding: "utf8",
  });
  return { status, output: `${stdout}${stderr}` };
}

describe("promtool", () => {
  it("OPSYS-3 accepts the metrics", async () => {
    const { body } = await app.inject({ method: "GET", url: "/metrics" });
    expect(promtool(["check", "metrics"], { input: body })).toEqual({ status: 0, output: "" });
  });

  it("OPSYS-3 accepts the alert rules, and they fire as described", () => {
    expect(promtool(["check", "rules", rulesFile])).toMatchObject({ status: 0 });
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-rules-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(rulesFile, join(folder, "gatehouse.rules.yml"));
    cpSync(join(import.meta.dirname, "gatehouse.rules.test.yml"), join(folder, "test.yml"));
    const tested = promtool(["test", "rules", "test.yml"], { cwd: folder });
    expect(tested.output).toContain("SUCCESS");
    expect(tested.status).toBe(0);
  });
});
