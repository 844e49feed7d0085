import { readFileSync } from "node:fs";
import { join } from "node:path";
import { metricDefinitions } from "@gatehouse/contract/metrics";
import { describe, expect, it, onTestFinished } from "vitest";
import { startMetrics } from "../../../src/house/metrics/start-metrics.ts";
import { connectDatabase } from "../../../src/platform/database/database.ts";
import { createMetrics } from "../../../src/platform/metrics.ts";
import { createServer } from "../../../src/server.ts";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { engineSite, poll } from "../../intake/ingest/ingest-site.ts";

const site = await engineSite();
const { app, services } = site.server;
startMetrics(services, async () => 5_000_000_000)();

const docs = join(import.meta.dirname, "../../../../../docs");
const rulesFile = join(docs, "monitoring/gatehouse.rules.yml");

async function scrape(headers: Record<string, string> = {}, at = app): Promise<{ status: number; text: string }> {
  const { statusCode, body } = await at.inject({ method: "GET", url: "/metrics", headers });
  return { status: statusCode, text: body };
}

/** The values by name and labels. */
async function values(): Promise<Record<string, number>> {
  const { text } = await scrape();
  const samples = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    samples.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]),
  );
}

describe("/metrics", () => {
  it("OPSYS-3 counts pushes, decisions and commands by their result", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    await site.plate("MET 1");
    await site.push(gate, site.plateEvent("MET 1"));
    await site.push(gate, site.plateEvent("MET 2"));
    await site.push(gate, "nonsense");
    await site.push({ ...gate, secret: "wrong" }, site.plateEvent("MET 1"));
    await relay.until(1);
    await poll(async () =>
      expect(await values()).toMatchObject({
        'gatehouse_pushes_total{result="stored"}': 2,
        'gatehouse_pushes_total{result="not_understood"}': 1,
        'gatehouse_pushes_total{result="refused"}': 1,
        gatehouse_push_duration_seconds_count: 4,
        'gatehouse_events_total{module="ANPR_ACCESS_CONTROL"}': 2,
        'gatehouse_decisions_total{outcome="granted"}': 1,
        'gatehouse_decisions_total{outcome="denied"}': 1,
        'gatehouse_commands_total{kind="open",result="accepted"}': 1,
        'gatehouse_command_duration_seconds_count{kind="open"}': 1,
        'gatehouse_queue_depth{queue="ingest"}': 0,
        'gatehouse_queue_depth{queue="hardware"}': 0,
        gatehouse_database_up: 1,
        gatehouse_disk_free_bytes: 5_000_000_000,
      }),
    );
    const all = await values();
    expect(all.process_resident_memory_bytes).toBeGreaterThan(1_000_000);
    expect(all['gatehouse_push_duration_seconds_bucket{le="+Inf"}']).toBe(4);
    expect(all['gatehouse_database_connections{pool="queries",state="waiting"}']).toBe(0);
  });

  it("OPSYS-3 reads the age of the outbox, the devices and the alerts from the database", async () => {
    const { db, clock } = services;
    const createdAt = new Date(clock.now().getTime() - 600_000);
    const message = { kind: "test", payload: "{}", createdAt, nextAttemptAt: createdAt };
    await db.insertInto("outbox").values(message).execute();
    onTestFinished(async () => void (await db.deleteFrom("outbox").where("kind", "=", "test").execute()));
    const board = { kind: "board", id: "127.0.0.1:502", name: "Board", state: "offline", since: createdAt };
    await db.insertInto("hardware_status").values(board).execute();
    await poll(async () => {
      const all = await values();
      expect(all['gatehouse_outbox_messages{kind="test"}']).toBe(1);
      expect(all['gatehouse_outbox_age_seconds{kind="test"}']).toBeGreaterThanOrEqual(600);
      expect(all['gatehouse_devices{kind="board",state="offline"}']).toBe(1);
    });
  });

  it("OPSYS-3 is served while the database is away, and says so", async () => {
    const away = connectDatabase({ host: "127.0.0.1", port: 1, user: "nobody", database: "none" });
    onTestFinished(() => away.destroy());
    const other = { ...services, db: away, metrics: createMetrics() };
    startMetrics(other, null)();
    const without = await createServer(other);
    onTestFinished(() => without.close());
    const { status, text } = await scrape({}, without);
    expect(status).toBe(200);
    expect(text).toContain("gatehouse_database_up 0\n");
    expect(text).not.toContain("gatehouse_outbox");
  });
});

describe("who may read /metrics", () => {
  const elsewhere = { "x-forwarded-for": "203.0.113.7" };
  const withToken = (token: string) => ({ ...elsewhere, authorization: `Bearer ${token}` });

  it("OPSYS-3 only this machine and the configured networks, by default", async () => {
    expect((await scrape()).status).toBe(200);
    expect((await scrape(elsewhere)).status).toBe(403);
    expect((await scrape(withToken("guessed-guessed-guessed"))).status).toBe(403);
    await site.configure("metricsNetworks", "203.0.113.0/24");
    onTestFinished(() => site.configure("metricsNetworks", "127.0.0.0/8, ::1/128"));
    expect((await scrape(elsewhere)).status).toBe(200);
    expect((await scrape({ "x-forwarded-for": "198.51.100.1" })).status).toBe(403);
  });

  it.each([
    { forwarded: "for=203.0.113.7;proto=https" },
    { "x-real-ip": "203.0.113.7" },
    { via: "1.1 proxy" },
    { "x-forwarded-for": "127.0.0.1" },
    { "x-real-ip": "203.0.113.7", "x-forwarded-for": "10.0.0.5" },
    { forwarded: 'for="[2001:db8::7]:4711"', "x-forwarded-for": "10.0.0.5" },
  ])("OPSYS-3 not callers behind a proxy on this machine that sends %o", async (headers) => {
    await site.configure("metricsNetworks", "127.0.0.0/8, ::1/128, 10.0.0.0/8");
    onTestFinished(() => site.configure("metricsNetworks", "127.0.0.0/8, ::1/128"));
    expect((await scrape(headers as unknown as Record<string, string>)).status).toBe(403);
    const stated = { forwarded: "for=10.0.0.5", "x-real-ip": "10.0.0.5", "x-forwarded-for": "10.0.0.5" };
    expect((await scrape(stated)).status).toBe(200);
  });

  it("OPSYS-3 callers with the token, and wrong tokens are throttled", async () => {
    const metricsToken = "a-token-for-prometheus";
    const access = { trustedProxies: [], tls: null, metricsToken };
    const guarded = await createServer(services, { access });
    onTestFinished(() => guarded.close());
    expect((await scrape(withToken(metricsToken), guarded)).status).toBe(200);
    expect((await scrape(elsewhere, guarded)).status).toBe(403);
    await poll(async () => expect((await scrape(withToken("wrong-wrong-wrong-wrong"), guarded)).status).toBe(429));
  });

  it("OPSYS-3 is documented with the statuses that it answers", async () => {
    const { body } = await app.inject({ method: "GET", url: "/api/openapi.json" });
    const { get } = JSON.parse(body).paths["/metrics"];
    expect(Object.keys(get.responses)).toEqual(["200", "403", "429"]);
    expect(get.description).toContain("metricsNetworks");
  });
});

describe("docs/monitoring", () => {
  const known = new Set(Object.keys(metricDefinitions));
  const namesIn = (text: string) =>
    new Set(
      [...text.matchAll(/\b(?:gatehouse|process)_[a-z_]+\b/g)].map(([name]) =>
        name.replace(/_(bucket|sum|count)$/, ""),
      ),
    );
  const dashboard = readFileSync(join(docs, "monitoring/grafana-dashboard.json"), "utf8");

  it.each([
    ["the alert rules", readFileSync(rulesFile, "utf8")],
    ["the dashboard", dashboard],
  ])("OPSYS-3 uses only existing metrics in %s", (_, text) => {
    expect([...namesIn(text)].filter((name) => !known.has(name))).toEqual([]);
  });

  it("OPSYS-3 shows every metric in the dashboard, except the expiry of the certificate", () => {
    const shown = namesIn(dashboard);
    const hidden = [...known].filter((name) => !shown.has(name));
    expect(hidden).toEqual(["gatehouse_tls_certificate_expiry_timestamp_seconds"]);
  });

  it("OPSYS-3 lists every metric in the manual", () => {
    const listed = namesIn(readFileSync(join(docs, "operating.md"), "utf8"));
    expect([...known].filter((name) => !listed.has(name))).toEqual([]);
  });
});
