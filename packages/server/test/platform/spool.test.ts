import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLog } from "../../src/platform/log.ts";
import { openSpool, type Spool, SpoolFullError } from "../../src/platform/spool/spool.ts";

const log = createLog("silent");

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-spool-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const open = (dataDir: string, maxBytes = 1_048_576) => openSpool(dataDir, log, maxBytes);
const texts = async (spool: Spool) => (await spool.read(0, 200)).map((record) => Buffer.from(record).toString());
const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `record ${from + index}`);
const toBytes = (list: readonly string[]) => list.map((text) => Buffer.from(text));
const fileOf = (dataDir: string) => join(dataDir, "spool", "spool.db");

/** A spool with records of a process that has ended. */
async function spooled(records: readonly string[]): Promise<string> {
  const dataDir = newFolder();
  const spool = await open(dataDir);
  await spool.append(toBytes(records));
  await spool.close();
  return dataDir;
}

describe("the spool", () => {
  it("HA-2 keeps records in order, across restarts, and deletes its file when all are removed", async () => {
    const dataDir = newFolder();
    const first = await open(dataDir);
    await Promise.all(numbered(50).map((text) => first.append(toBytes([text]))));
    expect(await texts(first)).toEqual(numbered(50));
    await first.append(toBytes(numbered(10, 50)));
    await first.remove(5);
    expect(await texts(first)).toEqual(numbered(55, 5));
    expect(statSync(fileOf(dataDir)).mode & 0o777).toBe(0o600);
    await first.close();

    const second = await open(dataDir);
    expect(await texts(second)).toEqual(numbered(55, 5));
    await second.append(toBytes(["new"]));
    expect((await texts(second)).at(-1)).toBe("new");
    await second.remove(second.size());
    expect([second.size(), second.bytes()]).toEqual([0, 0]);
    expect(readdirSync(join(dataDir, "spool")).filter((name) => name.startsWith("spool"))).toEqual([]);
    await second.append(toBytes(["after"]));
    expect(await texts(second)).toEqual(["after"]);
    await second.close();
  });

  it("HA-2 continues with what an earlier version has written, without the incomplete record at its end", async () => {
    const dataDir = newFolder();
    const folder = join(dataDir, "spool");
    mkdirSync(folder);
    const frame = (text: string) => {
      const bytes = Buffer.alloc(8 + text.length);
      bytes.writeUInt32LE(text.length, 0);
      bytes.writeUInt32LE(crc32(text), 4);
      bytes.write(text, 8);
      return bytes;
    };
    const damaged = frame("damaged");
    damaged.write("D", 8);
    const segment = (...records: Buffer[]) => Buffer.concat([Buffer.from("GHSPOOL1"), ...records]);
    writeFileSync(join(folder, "000000000002.spool"), segment(frame("third"), frame("incomplete").subarray(0, 17)));
    writeFileSync(join(folder, "000000000001.spool"), segment(frame("first"), damaged, frame("second")));
    const spool = await open(dataDir);
    expect(await texts(spool)).toEqual(["first", "second", "third"]);
    await spool.close();
    const files = readdirSync(folder).sort();
    expect(files).toEqual(["rejected.bin", "spool.db"]);
    expect(readFileSync(join(folder, "rejected.bin"), "utf8")).toBe("Damaged");
  });

  it("HA-2 sets a record with a wrong checksum aside and keeps those after it", async () => {
    const dataDir = await spooled(numbered(3));
    const bytes = readFileSync(fileOf(dataDir));
    bytes.write("R", bytes.indexOf("record 1"));
    writeFileSync(fileOf(dataDir), bytes);
    for (const _ of ["", "again"]) {
      const reopened = await open(dataDir);
      expect(await texts(reopened)).toEqual(["record 0", "record 2"]);
      expect(readFileSync(join(dataDir, "spool", "rejected.bin"), "utf8")).toBe("Record 1");
      await reopened.close();
    }
  });

  it("HA-2 keeps the records before a damaged part of the file, and renames the file", async () => {
    const dataDir = newFolder();
    const spool = await open(dataDir);
    for (let at = 0; at < 2_000; at += 100)
      await spool.append(toBytes(numbered(100, at).map((text) => text.padEnd(100))));
    await spool.close();
    const bytes = readFileSync(fileOf(dataDir));
    bytes.fill(0xff, bytes.length / 2, bytes.length / 2 + 4_096);
    writeFileSync(fileOf(dataDir), bytes);
    const reopened = await open(dataDir);
    expect((await texts(reopened)).map((text) => text.trim())).toEqual(numbered(200));
    await reopened.append(toBytes(["new"]));
    expect(reopened.size()).toBeGreaterThan(600);
    await reopened.close();

    writeFileSync(fileOf(dataDir), "no database");
    const last = await open(dataDir);
    expect(last.size()).toBe(0);
    await last.append(toBytes(["newer"]));
    expect(await texts(last)).toEqual(["newer"]);
    await last.close();
    expect(readdirSync(join(dataDir, "spool")).filter((name) => name.includes("damaged"))).toHaveLength(2);
  });

  it("HA-2 refuses what exceeds its limit, and accepts records again when others are removed", async () => {
    const spool = await open(newFolder(), 1_000);
    const large = Buffer.alloc(400, 1);
    await spool.append([large]);
    await spool.append([large]);
    await expect(spool.append([large])).rejects.toThrow(SpoolFullError);
    expect(spool.size()).toBe(2);
    await spool.remove(1);
    await spool.append([large]);
    expect(spool.size()).toBe(2);
    await spool.close();
  });

  it("HA-7 refuses records when the disk is full, and keeps the earlier ones", () => {
    // The kernel refuses writes beyond the file size limit with an error, like those to a full disk.
    const limited = 'trap "" XFSZ; ulimit -f 64; exec "$0" "$@"';
    const child = join(import.meta.dirname, "full-spool.ts");
    const output = execFileSync("sh", ["-c", limited, process.execPath, child, newFolder()], { encoding: "utf8" });
    expect(JSON.parse(output)).toEqual({ isFull: true, isKept: true, reopened: 0, emptied: 0 });
  });

  it("HA-2 each process has a folder of its own, and takes over the records of one that does not run", async () => {
    const dataDir = newFolder();
    const one = await open(dataDir);
    const other = await open(dataDir);
    expect([one.number, other.number]).toEqual([1, 2]);
    await one.append(toBytes(["of one"]));
    await other.append(toBytes(["of the other"]));
    await one.close();
    await other.close();
    const next = await open(dataDir, 10);
    expect(await texts(next)).toEqual(["of one", "of the other"]);
    expect(next.number).toBe(1);
    await next.close();
    expect(() => new DatabaseSync(join(dataDir, "spool-2", "spool.db"), { readOnly: true })).toThrow();
  });
});
