import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLog } from "../../src/platform/log.ts";
import { openSpool, type Spool, SpoolFullError } from "../../src/platform/spool/spool.ts";
import { claimSpoolFolder } from "../../src/platform/spool/spool-folder.ts";

const log = createLog("silent");

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-spool-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "spool");
}

const open = (folder: string, maxBytes = 1_048_576, segmentBytes = 200) =>
  openSpool(folder, log, { maxBytes, segmentBytes });
const texts = async (spool: Spool) => (await spool.read(0, 1_000)).map(String);
const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `record ${from + at}`);
const toBytes = (list: readonly string[]) => list.map((text) => Buffer.from(text));
const segments = (folder: string) => readdirSync(folder).sort();

describe("the spool", () => {
  it("HA-2 keeps records in order, across restarts, and deletes the files of removed ones", async () => {
    const folder = newFolder();
    const first = await open(folder);
    await Promise.all(numbered(50).map((text) => first.append(toBytes([text]))));
    expect(await texts(first)).toEqual(numbered(50));
    await first.append(toBytes(numbered(10, 50)));
    await first.remove(5);
    expect(await texts(first)).toEqual(numbered(55, 5));
    await first.close();

    const second = await open(folder);
    // Removed records of a file that is still needed come back; they are recognized when they are stored.
    expect((await texts(second)).slice(-55)).toEqual(numbered(55, 5));
    await second.append(toBytes(["new"]));
    expect((await texts(second)).at(-1)).toBe("new");
    await second.remove(second.size());
    expect([second.size(), second.bytes(), segments(folder)]).toEqual([0, 0, []]);
    await second.append(toBytes(["after"]));
    expect(await texts(second)).toEqual(["after"]);
    await second.close();
  });

  it("HA-2 cuts off an incomplete record after a crash, wherever it ends", async () => {
    const folder = newFolder();
    const spool = await open(folder, undefined, 1_000_000);
    await spool.append(toBytes(numbered(3)));
    await spool.close();
    const [name = ""] = segments(folder);
    const whole = readFileSync(join(folder, name));
    const lastBytes = 8 + "record 2".length;
    for (let cut = 1; cut <= lastBytes; cut += 1) {
      writeFileSync(join(folder, name), whole.subarray(0, whole.length - cut));
      const reopened = await open(folder);
      expect(await texts(reopened)).toEqual(numbered(2));
      await reopened.close();
    }
    writeFileSync(join(folder, name), whole);
    appendFileSync(join(folder, name), Buffer.from([7, 0, 0, 0, 1, 2, 3, 4, 5]));
    const reopened = await open(folder);
    expect(await texts(reopened)).toEqual(numbered(3));
    await reopened.append(toBytes(["next"]));
    await reopened.close();
    const last = await open(folder);
    expect(await texts(last)).toEqual([...numbered(3), "next"]);
    await last.close();
  });

  it("HA-2 sets a record with a wrong checksum aside and keeps those after it", async () => {
    const folder = newFolder();
    const spool = await open(folder, undefined, 1_000_000);
    await spool.append(toBytes(numbered(3)));
    await spool.close();
    const [name = ""] = segments(folder);
    const bytes = readFileSync(join(folder, name));
    bytes.write("R", bytes.indexOf("record 1"));
    writeFileSync(join(folder, name), bytes);
    const reopened = await open(folder);
    expect(await texts(reopened)).toEqual(["record 0", "record 2"]);
    expect(readFileSync(join(folder, "rejected.bin"), "utf8")).toBe("Record 1");
    await reopened.close();
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
    expect(JSON.parse(output)).toEqual({ isFull: true, isKept: true, reopened: 0 });
  });

  it("HA-2 each process has a folder of its own, and takes over the records of one that does not run", async () => {
    const dataDir = newFolder();
    const one = await claimSpoolFolder(dataDir);
    const other = await claimSpoolFolder(dataDir);
    expect([one.path, other.path]).toEqual([join(dataDir, "spool"), join(dataDir, "spool-2")]);
    for (const [folder, text] of [
      [one, "of one"],
      [other, "of the other"],
    ] as const) {
      const spool = await open(folder.path);
      await spool.append(toBytes([text]));
      await spool.close();
      await folder.release();
    }
    const next = await claimSpoolFolder(dataDir);
    const spool = await open(next.path);
    expect(await texts(spool)).toEqual(["of one", "of the other"]);
    await spool.close();
    await next.release();
  });
});
