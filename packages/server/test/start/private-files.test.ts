import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { restrictDataFolder } from "../../src/platform/private-files.ts";
import { addCamera, dataFolder, launch, signIn, slowMachineMs } from "./launch.ts";
import { modesIn, openEntries } from "./open-entries.ts";

vi.setConfig({ testTimeout: slowMachineMs, hookTimeout: slowMachineMs });

// Older pictures are deleted on start.
const today = new Date().toISOString().slice(0, 10).replaceAll("-", "");

/** A folder as created by earlier versions: accessible to every account. */
function openFolder(): string {
  const folder = join(dataFolder(), "data");
  mkdirSync(join(folder, "images", today), { recursive: true });
  writeFileSync(join(folder, "images", today, "old.jpg"), "picture");
  writeFileSync(join(folder, "secret.key"), Buffer.alloc(32, 1));
  for (const { path, isFolder } of modesIn(folder)) chmodSync(join(folder, path), isFolder ? 0o755 : 0o644);
  return folder;
}

describe("the data folder", () => {
  test("SAFE-9 is accessible to its owner only after a run with pictures, including old files", async () => {
    const DATA_DIR = openFolder();
    const server = launch({ DATA_DIR, ADMIN_PASSWORD: "tulip-harbour-42" });
    const address = await server.ready;
    const session = await signIn(address, "tulip-harbour-42", "quiet-lantern-7");
    await session.put("/configs/module-activation-status", everyModule(true));
    const { path, secret } = await addCamera(session);
    const full = await sharp({ create: { width: 40, height: 20, channels: 3, background: "red" } })
      .jpeg()
      .toBuffer();
    const pushed = await fetch(`${address}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-gatehouse-secret": secret },
      body: JSON.stringify({ type: "plate", id: "1", plate: "KA1", images: { full: full.toString("base64") } }),
    });
    expect(pushed.status).toBe(200);
    const pictures = () => modesIn(DATA_DIR).filter((entry) => entry.path.endsWith(".jpg"));
    // The old one, and the new one in two sizes.
    await vi.waitFor(() => expect(pictures()).toHaveLength(3), { timeout: slowMachineMs / 2, interval: 50 });
    expect(openEntries(DATA_DIR)).toEqual([]);
    const names = modesIn(DATA_DIR).map((entry) => entry.path);
    expect(names).toEqual(expect.arrayContaining(["gatehouse.lock", "postgres/.s.PGSQL.5432", "secret.key"]));
    server.child.kill("SIGTERM");
    expect(await server.ended).toMatchObject({ code: 0, stderr: "" });
    expect(openEntries(DATA_DIR)).toEqual([]);
    // Everything in it is known to be Gatehouse's.
    chmodSync(DATA_DIR, 0o755);
    restrictDataFolder(DATA_DIR, (message) => expect.unreachable(message));
    expect(openEntries(DATA_DIR)).toEqual([]);
  });

  test("SAFE-9 is left alone if it has files of other programs, but Gatehouse's files are made private", () => {
    const folder = openFolder();
    writeFileSync(join(folder, "notes.txt"), "", { mode: 0o644 });
    const said: string[] = [];
    restrictDataFolder(folder, (message) => said.push(message));
    expect(openEntries(folder).map(({ path }) => path)).toEqual(["", "notes.txt"]);
    expect(said).toEqual([
      `${folder} is shared with other programs (notes.txt) and stays open: set DATA_DIR to a folder of its own`,
    ]);
  });

  test("SAFE-9 of another account is reported in the log and does not prevent the start", () => {
    const folder = openFolder();
    const said: string[] = [];
    const reject = () => {
      throw Object.assign(new Error("EPERM"), { code: "EPERM" });
    };
    restrictDataFolder(folder, (message) => said.push(message), reject);
    expect(said).toEqual([
      `${folder} and 4 more can be read by other accounts, and this account may not change that: use chmod go-rwx`,
    ]);
  });
});
