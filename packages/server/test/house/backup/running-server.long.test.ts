import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import sharp from "sharp";
import { describe, expect, it, vi } from "vitest";
import {
  addCamera,
  dataFolder,
  launch,
  preparedFolder,
  type Session,
  signIn,
  slowMachineMs,
} from "../../start/launch.ts";
import { run } from "./backup-site.ts";

vi.setConfig({ testTimeout: 2 * slowMachineMs, hookTimeout: slowMachineMs });

const oneTime = "tulip-harbour-42";
const password = "quiet-lantern-7";
const backup = "house/backup/backup-command.ts";
const restore = "house/backup/restore-command.ts";

interface EventRow {
  lp: string;
  images: { fullImage: string | null };
}

/** The plates and the hashes of the pictures of all events. */
async function loadEvents(address: string, session: Session): Promise<Map<string, string | null>> {
  const response = await session.get("/events/ac?all=true");
  const cookie = String(response.headers.get("set-cookie")).split(";")[0] ?? "";
  const { data } = (await response.json()) as { data: EventRow[] };
  const events = new Map<string, string | null>();
  for (const { lp, images } of data) {
    const url = images.fullImage && new URL(images.fullImage, address);
    const picture = url ? await fetch(url, { headers: { cookie } }) : undefined;
    const isPicture = picture?.headers.get("content-type") === "image/jpeg";
    const bytes = isPicture ? Buffer.from(await picture.arrayBuffer()) : null;
    events.set(lp, bytes && createHash("sha256").update(bytes).digest("hex"));
  }
  return events;
}

async function push(address: string, path: string, secret: string, plate: string): Promise<void> {
  const image = sharp({ create: { width: 32, height: 16, channels: 3, background: { r: plate.length, g: 9, b: 9 } } });
  const full = (await image.jpeg().toBuffer()).toString("base64");
  const body = { type: "plate", id: plate, plate, at: new Date().toISOString(), images: { full } };
  const response = await fetch(`${address}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
    body: JSON.stringify(body),
  });
  expect(response.status, await response.text()).toBe(200);
}

describe("npm run backup and npm run restore", () => {
  it("OPSYS-1 back up a running server, and restore it with pictures, audit trail and sign-in", async () => {
    const DATA_DIR = await preparedFolder();
    const backups = dataFolder();
    const daily = dataFolder();
    const first = launch({ DATA_DIR, ADMIN_PASSWORD: oneTime, BACKUP_DIR: daily });
    const address = await first.ready;
    const session = await signIn(address, oneTime, password);
    await session.put("/configs/module-activation-status", everyModule(true));
    const camera = await addCamera(session);
    for (let car = 1; car <= 5; car += 1) await push(address, camera.path, camera.secret, `KA${car}`);
    const hasPictures = async () => {
      const events = await loadEvents(address, session);
      expect([...events.values()].filter((hash) => hash !== null)).toHaveLength(5);
      return events;
    };
    const before = await vi.waitFor(hasPictures, { timeout: slowMachineMs, interval: 50 });

    writeFileSync(join(backups, "key"), `${randomBytes(24).toString("base64")}\n`);
    const env = { BACKUP_KEY_FILE: join(backups, "key") };
    const making = run(backup, [join(backups, "all.tar.age")], { DATA_DIR, ...env });
    // The server keeps working.
    for (let car = 6; car <= 9; car += 1) await push(address, camera.path, camera.secret, `KA${car}`);
    const made = await making;
    expect(made, made.output).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Backup finished in .*all\.tar\.age$/m),
    });
    expect(readdirSync(backups).toSorted()).toEqual(["all.tar.age", "key"]);
    // The server makes its first daily backup by itself.
    await vi.waitFor(() => expect(readdirSync(daily).join()).toMatch(/^gatehouse-\d{8}T\d{6}Z\.tar$/), {
      timeout: slowMachineMs,
      interval: 50,
    });
    first.child.kill("SIGTERM");
    await first.ended;

    const target = join(dataFolder(), "restored");
    const file = join(backups, "all.tar.age");
    expect(await run(restore, [file], { DATA_DIR: target })).toMatchObject({
      code: 1,
      output: expect.stringContaining("The backup is encrypted: set BACKUP_PASSPHRASE or BACKUP_KEY_FILE."),
    });
    expect(existsSync(target)).toBe(false);
    const done = await run(restore, [file], { DATA_DIR: target, ...env });
    expect(done, done.output).toMatchObject({ code: 0, output: expect.stringContaining('Restored "My site" as of ') });
    expect(statSync(target).mode & 0o777).toBe(0o700);

    const second = launch({ DATA_DIR: target });
    const restored = await second.ready;
    const ended = await fetch(`${restored}/api/auth/me`, { headers: session.headers });
    expect(ended.status, "a session of the backup").toBe(401);
    const again = await signIn(restored, password);
    const after = await loadEvents(restored, again);
    for (const [plate, hash] of before) expect([plate, after.get(plate)]).toEqual([plate, hash]);
    expect((await again.get("/auth/me")).status).toBe(200);
    // The secret of the camera is still readable.
    await push(restored, camera.path, camera.secret, "KA10");
    const audit = await run("house/audit/verify-audit-command.ts", [], { DATA_DIR: target });
    expect(audit, audit.output).toMatchObject({
      code: 0,
      output: expect.stringContaining("The audit trail is unchanged"),
    });
  });
});
