import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { raiseAlert, resolveAlertsOf } from "../../../src/alert/alert.store.ts";
import { backupName } from "../../../src/house/backup/backup-folder.ts";
import type { RunBackup } from "../../../src/house/backup/backup-schedule.ts";
import { startBackups } from "../../../src/house/backup/backup-schedule.ts";
import { testServer } from "../../test-server.ts";

const { services, clock } = await testServer();
const { db } = services;
const parent = mkdtempSync(join(tmpdir(), "gatehouse-schedule-"));
afterAll(() => rmSync(parent, { recursive: true, force: true }));
const dayMs = 86_400_000;
const pollMs = 5;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(parent, "backups-"));
});

const setConfig = (key: string, value: unknown) =>
  db
    .updateTable("configs")
    .set({ value: JSON.stringify(value) })
    .where("key", "=", key)
    .execute();

/** Writes a file as `npm run backup` does. */
const succeed: RunBackup = async (at) => writeFileSync(join(at, backupName(clock.now(), false)), "");

function start(run: RunBackup): void {
  const job = startBackups(services, folder, { raiseAlert, resolveAlertsOf }, { run, waitMs: pollMs });
  onTestFinished(() => job.stop());
}

const wait = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 5 });
const backups = () => readdirSync(folder).filter((name) => name.endsWith(".tar"));
const alerts = () =>
  db.selectFrom("alerts").select(["status", "additionalInfo"]).where("type", "=", "BACKUP_FAILED").execute();

describe("the daily backup", () => {
  it("OPSYS-1 is made once a day, and after an outage; the newest are kept", async () => {
    await setConfig("backupsKept", 2);
    mkdirSync(join(folder, "other"));
    const earlier = "gatehouse-20250101T000000Z.backup";
    writeFileSync(join(folder, earlier), "");
    const run = vi.fn(succeed);
    start(run);
    await wait(() => expect(run).toHaveBeenCalledTimes(1));
    await wait(() => expect(backups()).toHaveLength(1));
    // Left by a backup that was killed, and by one that is running.
    const [killed, running] = ["gatehouse-20250101T000000Z.tar.partial", "gatehouse-20250102T000000Z.tar.age.partial"];
    for (const name of [killed, running]) writeFileSync(join(folder, name), "");
    utimesSync(join(folder, killed), 1, 1);
    utimesSync(
      join(folder, running),
      new Date(clock.now().getTime() + 3 * dayMs),
      new Date(clock.now().getTime() + 3 * dayMs),
    );
    clock.advance(dayMs);
    await wait(() => expect(run).toHaveBeenCalledTimes(2));
    clock.advance(dayMs);
    await wait(() => expect(run).toHaveBeenCalledTimes(3));
    await wait(() => expect(backups()).toHaveLength(2));
    expect(readdirSync(folder)).not.toContain(killed);
    expect(readdirSync(folder)).not.toContain(earlier);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining([running, "other"]));
    // Five days without a server: one backup is made up.
    clock.advance(5 * dayMs);
    await wait(() => expect(run).toHaveBeenCalledTimes(4));
  });

  it("OPSYS-1 that fails raises an alert, is retried, and resolves the alert", async () => {
    const run = vi.fn<RunBackup>(() => Promise.reject(new Error("The disk of /mnt is full")));
    start(run);
    await wait(async () =>
      expect(await alerts()).toMatchObject([{ status: "new", additionalInfo: { error: "The disk of /mnt is full" } }]),
    );
    run.mockImplementation(succeed);
    clock.advance(15 * 60_000);
    await wait(async () => expect(await alerts()).toMatchObject([{ status: "resolved" }]));
    expect(run).toHaveBeenCalledTimes(2);
    expect(backups()).toHaveLength(1);
  });

  it("OPSYS-1 is interrupted when the server stops, without an alert", async () => {
    const before = await alerts();
    let isStarted = false;
    const run: RunBackup = (_folder, signal) => {
      isStarted = true;
      return new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(new Error("interrupted"))),
      );
    };
    const job = startBackups(services, folder, { raiseAlert, resolveAlertsOf }, { run, waitMs: pollMs });
    await wait(() => expect(isStarted).toBe(true));
    await job.stop();
    expect(await alerts()).toEqual(before);
  });
});
