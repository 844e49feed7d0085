import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Alert } from "@gatehouse/contract/entities/alert";
import type { ReportJob } from "@gatehouse/contract/reports/report-job";
import { reportErrors } from "@gatehouse/contract/reports/report-job.messages";
import type { ReportSchedule } from "@gatehouse/contract/reports/report-schedule";
import { type ReportCode, reportCodes } from "@gatehouse/contract/reports/report-types";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { countStoringBatches, createPacing } from "../../../src/access/pacing.ts";
import { sendDueMessages } from "../../../src/alert/outbox.ts";
import { produceReport } from "../../../src/record/reports/jobs/produce-report.ts";
import { createReportFiles } from "../../../src/record/reports/jobs/report-files.ts";
import { createReportProducer, type ProduceReport } from "../../../src/record/reports/jobs/report-producer.ts";
import { type RunnerParts, startReports } from "../../../src/record/reports/jobs/report-runner.ts";
import { createSharedParts } from "../../../src/shared-parts.ts";
import { createNotificationSite } from "../../alert/notifications/notification-site.ts";
import { startSmtp } from "../../alert/notifications/smtp-for-test.ts";
import { createPeople } from "../../people/users/people.ts";
import { ownPassword, testServer } from "../../test-server.ts";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-jobs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const server = await testServer((services) => createSharedParts(services, { reportFolder: folder }));
const { services } = server;
const { db, clock } = services;
const files = createReportFiles(folder);
const produceInThread = createReportProducer(db);
const pacing = createPacing(countStoringBatches(db.pipelined));
/** Without a thread, which takes seconds to start on a busy machine. */
const produce: ProduceReport = (task, onProgress) => produceReport(db, task, { onProgress, pacing });
const people = createPeople(server);

const enable = (reportTypes: readonly ReportCode[]) =>
  server.call("PUT /configs/reports/types", { body: { reportTypes } });
await enable(reportCodes);
const manager = await people.signIn({ role: "manager" });
const guard = await people.signIn({ role: "guard" });

const hourMs = 3_600_000;
const period = () => ({
  from: new Date(clock.now().getTime() - hourMs).toISOString(),
  to: new Date(clock.now().getTime() + hourMs).toISOString(),
});

/** Runs the jobs of the leader until the end of the test. */
function run(over: Partial<RunnerParts> = {}) {
  const runner = startReports(services, { files, imagePlace: null, produce, ...over });
  onTestFinished(() => runner.stop());
  return runner;
}

async function order(over: Record<string, unknown> = {}, token?: string): Promise<number> {
  const body = { type: "OPERATOR_PORTAL_ACCESS", format: "csv", ...period(), ...over };
  const { status, body: created } = await server.call<ReportJob>("POST /reports", { body }, token);
  expect(status, JSON.stringify(created)).toBe(201);
  expect(created).toMatchObject({ state: "queued", progress: 0, downloads: [] });
  return created.id;
}

const load = async (id: number, token?: string) =>
  server.call<ReportJob>("GET /reports/{id}", { params: { id } }, token);

async function becomes(id: number, expected: Partial<ReportJob>): Promise<ReportJob> {
  let found: ReportJob | undefined;
  await poll(async () => {
    found = (await load(id)).body;
    expect(found).toMatchObject(expected);
  });
  return found as ReportJob;
}

const download = (id: number, token: string) =>
  server.app.inject({ url: `/api/reports/${id}/file`, headers: { authorization: `Bearer ${token}` } });

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Retries a check until it passes; reports have the lowest priority, so they take long on a busy machine. */
const poll = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 50_000, interval: 20 });

/** Never ends by itself. */
const hangs: ProduceReport = (task, onProgress, signal) =>
  new Promise((_, reject) => {
    writeFileSync(task.path, "half of a file");
    onProgress(0.4);
    signal.addEventListener("abort", () => reject(signal.reason));
  });

describe("reports as files", () => {
  it("REP-5 produces a file in the background and records who downloads it", async () => {
    run({ produce: produceInThread });
    const id = await order();
    const { token } = (await server.login(ownPassword)).body;
    const done = await becomes(id, { state: "done", progress: 1, failure: null });
    const file = await download(id, token);
    expect(file.headers).toMatchObject({ "content-type": "text/csv; charset=utf-8" });
    expect(file.headers["content-disposition"]).toContain(done.fileName);
    expect(done).toMatchObject({ sha256: sha256(file.rawPayload), bytes: file.rawPayload.length });
    expect(done.rowCount).toBe(file.body.trimEnd().split("\r\n").length - 1);
    expect((await load(id)).body.downloads).toEqual([{ by: "admin", at: expect.any(String) }]);
    const { body } = await server.call<{ data: { entity: string; action: string }[] }>("GET /audit");
    expect(body.data[0]).toMatchObject({ entity: "report_jobs", action: "export" });
    const list = await server.call<{ data: ReportJob[] }>("GET /reports");
    expect(list.body.data.map((job) => job.id)).toContain(id);
    expect((await download(id, guard.token)).statusCode).toBe(403);
    // A manager may not read the audit trail.
    expect((await load(id, manager.token)).status).toBe(404);
    expect((await download(id, manager.token)).statusCode).toBe(404);
  });

  it("ROLE-3 REP-5 people who are limited to gates see the reports of their own gates only", async () => {
    const gate = async (name: string) =>
      (await db.insertInto("gates").values({ name, type: "N" }).returning("id").executeTakeFirstOrThrow()).id;
    const [own, other] = [await gate("Own"), await gate("Other")];
    const limited = await people.signIn({ role: "manager", gateIds: [own] });
    const colleague = await people.signIn({ role: "manager", gateIds: [other] });
    run();
    const registered = { type: "REGISTERED_VEHICLE_ACCESS" };
    const [whole, mine] = [await order(registered), await order(registered, limited.token)];
    await becomes(whole, { state: "done" });
    await becomes(mine, { state: "done" });
    const seen = await server.call<{ data: ReportJob[] }>("GET /reports", {}, limited.token);
    expect(seen.body.data.map(({ id }) => id)).toEqual([mine]);
    for (const [id, token] of [
      [whole, limited.token],
      [mine, colleague.token],
    ] as const) {
      expect((await load(id, token)).status).toBe(404);
      expect((await download(id, token)).statusCode).toBe(404);
      expect((await server.call("DELETE /reports/{id}", { params: { id } }, token)).status).toBe(404);
    }
    expect((await download(mine, limited.token)).statusCode).toBe(200);
  });

  it("REP-2 puts all types that the person may see in one ZIP with a manifest of hashes", async () => {
    run();
    const id = await order({ type: "BULK", format: "xlsx" }, manager.token);
    await becomes(id, { state: "done", fileName: expect.stringMatching(/^bulk_.*\.zip$/) });
    const script = `
import hashlib, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
print(json.dumps({"manifest": json.loads(archive.read("manifest.json")),
  "hashes": {name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}}))`;
    const { manifest, hashes } = JSON.parse(
      execFileSync("/usr/bin/python3", ["-c", script, files.pathOf(id)]).toString(),
    ) as {
      manifest: { files: { name: string; type: string; sha256: string }[]; leftOut: { type: string }[] };
      hashes: Record<string, string>;
    };
    const { SHA256SUMS: _, "manifest.json": __, ...reports } = hashes;
    expect(Object.fromEntries(manifest.files.map(({ name, sha256: hash }) => [name, hash]))).toEqual(reports);
    expect(manifest.leftOut.map(({ type }) => type)).toEqual(["OPERATOR_PORTAL_ACCESS"]);
    expect(manifest.files.map(({ type }) => type)).toEqual(
      reportCodes.filter((code) => code !== "BULK" && code !== "OPERATOR_PORTAL_ACCESS"),
    );
  });

  it("REP-5 refuses types that are not enabled, filters that a type lacks and periods without an end", async () => {
    const body = { type: "OSD", format: "pdf", ...period() };
    const ask = (over: object) =>
      server.call<{ code: string; errors?: unknown }>("POST /reports", { body: { ...body, ...over } });
    expect((await ask({ filters: { gateId: 1 } })).body).toMatchObject({ errors: [{ path: "filters.gateId" }] });
    expect((await ask({ to: body.from })).body).toMatchObject({ errors: [{ path: "to" }] });
    await enable(["BULK"]);
    expect(await ask({})).toMatchObject({ status: 409, body: { code: "report/not-enabled" } });
    await enable(reportCodes);
  });

  it("REP-5 shows the progress, and cancels a report that runs", async () => {
    run({ produce: hangs });
    const id = await order();
    await becomes(id, { state: "running", progress: 0.4 });
    const { token } = (await server.login(ownPassword)).body;
    expect((await download(id, token)).json()).toMatchObject({ code: "report/not-finished" });
    expect((await server.call("DELETE /reports/{id}", { params: { id } })).status).toBe(204);
    expect((await load(id)).status).toBe(404);
    // The next one runs only after the cancelled one has ended.
    const next = await order();
    await becomes(next, { state: "running" });
    expect(existsSync(files.temporaryPathOf(id))).toBe(false);
    await server.call("DELETE /reports/{id}", { params: { id: next } });
  });

  it("REP-5 produces a report after a restart, and gives up after the second interruption", async () => {
    const stopped = run({ produce: hangs });
    const id = await order();
    await becomes(id, { state: "running" });
    await stopped.stop();
    await becomes(id, { state: "queued" });
    const die = (attempts: number) => ({ state: "running", attempts });
    const twice = await order();
    await db.updateTable("report_jobs").set(die(1)).where("id", "=", id).execute();
    await db.updateTable("report_jobs").set(die(2)).where("id", "=", twice).execute();
    run();
    await becomes(twice, { state: "failed", failure: reportErrors.interrupted });
    await becomes(id, { state: "done" });
  });

  it("REP-5 fails with a clear message while the disk is full", async () => {
    run({ files: createReportFiles(folder, async () => 1_000) });
    await becomes(await order(), { state: "failed", failure: reportErrors.diskFull, fileName: null });
  });

  it("REP-5 deletes reports after their retention", async () => {
    const runner = run();
    const id = await order();
    await becomes(id, { state: "done" });
    await runner.stop();
    const finishedAt = new Date(clock.now().getTime() - 91 * 24 * hourMs);
    await db.updateTable("report_jobs").set({ finishedAt }).where("id", "=", id).execute();
    run();
    await poll(async () => expect(existsSync(files.pathOf(id))).toBe(false));
    expect((await load(id)).status).toBe(404);
  });
});

describe("report schedules", () => {
  /** Two hours ago, so that the next run is far away. */
  const at = new Date(clock.now().getTime() - 2 * hourMs).toISOString().slice(11, 16);
  const draft = { name: "Daily", type: "OPERATOR_PORTAL_ACCESS", format: "csv", every: "daily", at, deliver: "keep" };

  async function add(over: object): Promise<number> {
    const { status, body } = await server.call<ReportSchedule>("POST /report-schedules", {
      body: { ...draft, ...over },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id;
  }

  it("WIRE-7 can be sent back as they were read before their last run", async () => {
    const id = await add({});
    const { body: record } = await server.call<ReportSchedule[]>("GET /report-schedules");
    const sent = record.find((schedule) => schedule.id === id);
    await db.updateTable("report_schedules").set({ lastDueAt: clock.now() }).where("id", "=", id).execute();
    const { status, body } = await server.call("PUT /report-schedules/{id}", { params: { id }, body: sent });
    expect(status, JSON.stringify(body)).toBe(200);
  });

  /** As if the server had been switched off for three days. */
  const miss = (id: number) =>
    db
      .updateTable("report_schedules")
      .set({ changedAt: new Date(clock.now().getTime() - 72 * hourMs), lastDueAt: null })
      .where("id", "=", id)
      .execute();

  const jobsOf = async (scheduleId: number) => {
    const { body } = await server.call<{ data: ReportJob[] }>("GET /reports");
    return body.data.filter((job) => job.scheduleId === scheduleId);
  };

  /** Produces the file of a schedule that is sent by e-mail; nothing is sent yet. */
  async function produceForMail(name: string) {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.stop());
    await createNotificationSite(server).saveMailServer(smtp.port);
    const id = await add({ name, deliver: "email", emails: ["asha@example.com"] });
    await miss(id);
    run();
    await poll(async () => expect(await jobsOf(id)).toMatchObject([{ state: "done" }]));
    const [job] = await jobsOf(id);
    return { smtp, id, job };
  }

  it("REP-6 runs a schedule at once about the period before today, and keeps its next time", async () => {
    const id = await add({ name: "At once" });
    const next = async () =>
      (await server.call<ReportSchedule[]>("GET /report-schedules")).body.find((schedule) => schedule.id === id);
    const before = await next();
    const run = () => server.call("POST /report-schedules/{id}/run", { params: { id } });
    expect((await run()).body).toEqual({ outcome: "accepted", detail: "its file appears under Files" });
    const [job] = await jobsOf(id);
    expect(job).toMatchObject({ type: "OPERATOR_PORTAL_ACCESS", format: "csv", createdBy: 'schedule "At once"' });
    expect(Date.parse(job?.to ?? "")).toBeLessThanOrEqual(clock.now().getTime());
    expect(await next()).toEqual(before);
    await enable(["REGISTERED_VEHICLE_ACCESS"]);
    expect((await run()).body).toMatchObject({ outcome: "rejected" });
    await enable(["OPERATOR_PORTAL_ACCESS"]);
    const missing = await server.call("POST /report-schedules/{id}/run", { params: { id: 9_999 } });
    expect(missing.status).toBe(404);
    await server.call("DELETE /report-schedules/{id}", { params: { id } });
  });

  it("REP-6 refuses a schedule without its day or its addresses, at the field", async () => {
    const rejected = async (over: object) =>
      (await server.call("POST /report-schedules", { body: { ...draft, ...over } })).body;
    expect(await rejected({ every: "weekly" })).toMatchObject({ errors: [{ path: "weekday" }] });
    expect(await rejected({ every: "monthly" })).toMatchObject({ errors: [{ path: "monthDay" }] });
    expect(await rejected({ deliver: "email" })).toMatchObject({ errors: [{ path: "emails" }] });
    expect(await rejected({ filters: { gateId: 1 } })).toMatchObject({ errors: [{ path: "filters.gateId" }] });
  });

  it("REP-6 a gate or group that a schedule filters by must exist, and can't be deleted", async () => {
    const gate = await server.call<{ id: number }>("POST /gates", { body: { name: "Filtered gate", type: "N" } });
    const group = await server.call<{ id: number }>("POST /access/groups", { body: { name: "Filtered group" } });
    const filters = { gateId: gate.body.id, groupId: group.body.id };
    const type = "REGISTERED_VEHICLE_ACCESS";
    await enable([type]);
    const missing = { name: "Filtered", type, filters: { ...filters, gateId: 9_999 } };
    const rejected = await server.call("POST /report-schedules", { body: { ...draft, ...missing } });
    expect([rejected.status, rejected.body]).toEqual([
      400,
      expect.objectContaining({ errors: [{ path: "filters.gateId", message: "This gate does not exist" }] }),
    ]);
    const id = await add({ ...missing, filters });
    const dependents = [{ kind: "report_schedules", id, name: "Filtered" }];
    for (const [key, params] of [
      ["DELETE /gates/{id}", gate.body],
      ["DELETE /access/groups/{id}", group.body],
    ] as const) {
      const kept = await server.call(key, { params: { id: params.id } });
      expect([kept.status, kept.body]).toEqual([409, expect.objectContaining({ dependents })]);
    }
    await server.call("DELETE /report-schedules/{id}", { params: { id } });
    expect((await server.call("DELETE /gates/{id}", { params: { id: gate.body.id } })).status).toBe(204);
    await enable(reportCodes);
  });

  it("REP-6 makes up missed runs once, and sends the file by e-mail", async () => {
    const { smtp, id, job } = await produceForMail("Mailed");
    expect(job?.createdBy).toBe('schedule "Mailed"');
    await sendDueMessages(services, "notification-mail");
    expect(smtp.mails).toMatchObject([{ to: "asha@example.com", subject: "My site: Mailed" }]);
    expect(smtp.mails[0]?.text).toContain(`filename=${job?.fileName}`);
    expect(Date.parse(job?.to ?? "") - Date.parse(job?.from ?? "")).toBe(24 * hourMs);
    const { body } = await server.call<ReportSchedule[]>("GET /report-schedules");
    const schedule = body.find((one) => one.id === id);
    expect(Date.parse(schedule?.nextRunAt ?? "") - Date.parse(schedule?.lastRunAt ?? "")).toBe(24 * hourMs);
  });

  it("REP-6 an e-mail whose file was deleted meanwhile says so, and not that it is attached", async () => {
    const { smtp, job } = await produceForMail("Deleted");
    await server.call("DELETE /reports/{id}", { params: { id: job?.id } });
    await sendDueMessages(services, "notification-mail");
    const text = smtp.mails[0]?.text.replaceAll(/=?\s+/g, " ");
    expect(text).toMatch(/The file \S+ was deleted before this message could be sent\./);
    expect(text).not.toContain("attached");
  });

  it("REP-6 raises an alert when a scheduled report fails, until it succeeds", async () => {
    const id = await add({ name: "Failing" });
    const alerts = async () =>
      (await server.call<Alert[]>("GET /alerts/open")).body.filter(({ type }) => type === "REPORT_FAILED");
    await enable(["OSD"]);
    await miss(id);
    const runner = run();
    await poll(async () => expect(await alerts()).toHaveLength(1));
    expect((await alerts())[0]).toMatchObject({ additionalInfo: { error: reportErrors.typeDisabled } });
    await runner.stop();
    await enable(reportCodes);
    await miss(id);
    run();
    await poll(async () => expect(await alerts()).toEqual([]));
    await server.call("DELETE /report-schedules/{id}", { params: { id } });
  });
});
