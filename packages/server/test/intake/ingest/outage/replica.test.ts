import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { serialize } from "node:v8";
import { describe, expect, it, onTestFinished } from "vitest";
import type { IdentifierRow } from "../../../../src/intake/ingest/load-context.ts";
import { findSavedReplica, openReplica } from "../../../../src/intake/ingest/outage/replica.ts";
import { emptyTables } from "../../../../src/intake/ingest/outage/snapshot-tables.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-replica-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "snapshot");
}

const toRow = (id: number): IdentifierRow => ({
  id,
  origin: "ADMIN",
  externalId: null,
  type: "LICENSE_PLATE",
  iid: `KA ${id}`,
  iidNormalized: `KA${id}`,
  lp: null,
  ownerName: "Zoë",
  vehicleType: "CAR",
  validFrom: null,
  validTo: "2027-01-01T00:00:00.000Z",
  groupIds: [3, 4],
});

async function* pages(...ids: number[]) {
  for (const id of ids) yield [toRow(id)];
}

/** A replica of a process that has ended. */
async function saveReplica(folder: string, processNumber: number, at: string, ...ids: number[]): Promise<void> {
  const replica = await openReplica(folder, processNumber);
  await replica.replaceAll(pages(...ids));
  await replica.save(new Date(at), { tables: emptyTables, site: new Map() });
  await replica.close();
}

describe("the replica", () => {
  it("HA-1 keeps the earlier identifiers until all new ones are written", async () => {
    const replica = await openReplica(newFolder(), 1);
    onTestFinished(replica.close);
    expect([replica.isLoaded(), replica.size(), replica.saved()]).toEqual([false, 0, undefined]);
    await replica.replaceAll(pages(1, 2));
    expect([replica.isLoaded(), replica.size()]).toEqual([true, 2]);
    async function* failing() {
      yield [toRow(3)];
      throw new Error("the database ended");
    }
    await expect(replica.replaceAll(failing())).rejects.toThrow("the database ended");
    expect(replica.find("KA1")).toEqual([toRow(1)]);
    expect(replica.find("KA3")).toEqual([]);
    await replica.replaceAll(pages(2, 3));
    expect([replica.find("KA1"), replica.find("KA3")]).toEqual([[], [toRow(3)]]);
    await replica.update([2, 3], [{ ...toRow(3), ownerName: null }]);
    expect([replica.find("KA2"), replica.find("KA3"), replica.size()]).toEqual([
      [],
      [{ ...toRow(3), ownerName: null }],
      1,
    ]);
  });

  it("HA-1 SAFE-9 only its owner may read its files", async () => {
    const folder = newFolder();
    const replica = await openReplica(folder, 1);
    onTestFinished(replica.close);
    await replica.replaceAll(pages(1));
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
  });

  it("HA-1 without the database, the newest replica of the data folder is used", async () => {
    const folder = newFolder();
    expect(findSavedReplica(folder)).toBe(undefined);
    await saveReplica(folder, 1, "2026-01-01T10:00:00Z", 1);
    await saveReplica(folder, 2, "2026-01-01T11:00:00Z", 1, 2);
    writeFileSync(join(folder, "3.db"), "");
    const saved = findSavedReplica(folder);
    expect(saved).toBe(join(folder, "2.db"));
    const replica = await openReplica(folder, 1, saved);
    onTestFinished(replica.close);
    expect(replica.saved()?.at).toEqual(new Date("2026-01-01T11:00:00Z"));
    expect(replica.find("KA2")).toEqual([toRow(2)]);
  });

  it("HA-1 replaces what an earlier version has saved", async () => {
    const folder = newFolder();
    mkdirSync(folder);
    for (const name of ["content.bin", "current-at"]) writeFileSync(join(folder, name), "");
    expect(findSavedReplica(folder)).toBe(undefined);
    await (await openReplica(folder, 1)).close();
    expect(readdirSync(folder)).toEqual(["1.db"]);
  });
});

describe("a saved replica that can't be used", () => {
  it("HA-1 of another version is refused with a message, and loaded again when the database is there", async () => {
    const folder = newFolder();
    await saveReplica(folder, 1, "2026-01-01T10:00:00Z", 1);
    const path = join(folder, "1.db");
    const db = new DatabaseSync(path);
    db.prepare("update state set content = ? where name = 'content'").run(serialize({ version: 0 }));
    db.close();
    await expect(openReplica(folder, 1, path)).rejects.toThrow(
      `The database is not available, and the snapshot in ${path} was saved by another version of Gatehouse.`,
    );
    const replica = await openReplica(folder, 1);
    onTestFinished(replica.close);
    expect([replica.isLoaded(), replica.size()]).toEqual([false, 0]);
  });

  it.each([
    ["cut off", (path: string) => truncateSync(path, statSync(path).size - 4_096)],
    ["no database", (path: string) => writeFileSync(path, "x".repeat(1_000))],
    [
      "changed",
      (path: string) => {
        const content = readFileSync(path);
        content.fill(0xff, 4_096, 4_200);
        writeFileSync(path, content);
      },
    ],
  ])("HA-1 and is %s is refused with a message", async (_, damage) => {
    const folder = newFolder();
    await saveReplica(folder, 1, "2026-01-01T10:00:00Z", 1);
    const path = join(folder, "1.db");
    damage(path);
    expect(findSavedReplica(folder)).toBe(path);
    await expect(openReplica(folder, 1, path)).rejects.toThrow(
      `The database is not available, and the snapshot in ${path} is damaged.`,
    );
  });
});
