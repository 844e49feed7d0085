import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { readZip, verifyEvidence } from "../../../src/record/evidence/verify-evidence.ts";
import { fakeRelay } from "../../gate/hardware/fake-relay.ts";
import { engineSite, poll } from "../../intake/ingest/ingest-site.ts";
import { createPeople } from "../../people/users/people.ts";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-evidence-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const site = await engineSite(join(folder, "images"));
const relay = await fakeRelay();
afterAll(() => relay.close());
const gate = await site.plateGate(relay.port);
await site.plate("EV 1");
const people = createPeople(site.server);

const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#336699" } })
  .jpeg()
  .toBuffer();
await site.push(gate, site.plateEvent("EV 1", { images: { full: picture.toString("base64") } }));
await site.parts.images?.intake.settled();
const [event] = await site.events<Extract<SiteEvent, { module: "ANPR_ACCESS_CONTROL" }>>("ac");
const id = event?.id ?? 0;
await poll(async () => expect((await site.why("ac", id)).commands.map(({ state }) => state)).toContain("accepted"));
await sql`insert into event_reports select id, "occurredAt", 'device 1', 't', "receivedAt", '{"raw":"as sent"}' from events
  where id = ${id}`.execute(site.db);
await site.server.call("POST /events/{module}/{id}/correct", {
  params: { module: "ac", id },
  body: { plate: "EV 7", reason: "Misread" },
});

async function download(token: string) {
  const url = `/api/events/ac/${id}/evidence`;
  return site.server.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
}
const manager = await people.signIn({ role: "manager" });
const response = await download(manager.token);
const { files } = await readZip(response.rawPayload);
const jsonOf = (name: string) => JSON.parse(files.get(name)?.toString() ?? "null");

/** The package with some files replaced, removed or added. */
async function repack(changes: Readonly<Record<string, string | null>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of files) if (!(name in changes)) zip.addBuffer(bytes, name);
  for (const [name, text] of Object.entries(changes)) if (text !== null) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}

describe("the evidence package of an event", () => {
  it("REP-7 contains pictures, message, decision, commands, correction and clock", () => {
    expect(response.headers).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="evidence-anpr-ac-${id}.zip"`,
    });
    expect(jsonOf("event.json")).toMatchObject({ id, lpRaw: "EV 1", gateId: gate.gateId });
    expect(jsonOf("decision.json")).toMatchObject({ isGranted: true, read: { raw: "EV 1" } });
    expect(jsonOf("commands.json")).toEqual([expect.objectContaining({ kind: "open", state: "accepted" })]);
    expect(jsonOf("corrections.json")).toEqual([
      expect.objectContaining({ lp: "EV 7", by: "admin", reason: "Misread" }),
    ]);
    expect(jsonOf("device-messages.json")).toEqual([expect.objectContaining({ message: '{"raw":"as sent"}' })]);
    expect(jsonOf("device-clock.json")).toMatchObject({ deviceId: gate.id, timing: "live" });
    expect(files.get("pictures/vehicle.jpg")?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect(jsonOf("manifest.json")).toMatchObject({ createdBy: manager.username, event: { id } });
  });

  it("REP-7 is verified with only the public key, which the site publishes", async () => {
    const { body: key } = await site.server.call<{ publicKey: string; fingerprint: string }>(
      "GET /evidence-key",
      {},
      null,
    );
    const report = await verifyEvidence(response.rawPayload, key.publicKey);
    expect(report).toMatchObject({ faults: [], fingerprint: key.fingerprint, isOwnKey: false });
    expect(await verifyEvidence(response.rawPayload)).toMatchObject({
      faults: [],
      fingerprint: key.fingerprint,
      isOwnKey: true,
    });
  });

  it.each([
    ["modified", { "event.json": "{}" }, ["event.json: modified"]],
    ["missing", { "pictures/vehicle.jpg": null }, ["pictures/vehicle.jpg: missing"]],
    ["added", { "extra.txt": "more" }, ["extra.txt: added"]],
    ["unsigned", { "manifest.sig": null }, ["manifest.sig: missing"]],
  ])("REP-7 names a part that is %s", async (_, changes, errors) => {
    expect((await verifyEvidence(await repack(changes))).faults).toEqual(errors);
  });

  it("REP-7 a changed manifest does not match its signature", async () => {
    const manifest = files.get("manifest.json")?.toString().replace(manager.username, "someone") ?? "";
    expect((await verifyEvidence(await repack({ "manifest.json": manifest }))).faults).toEqual([
      "manifest.json: the signature does not match: it was modified or signed with another key",
    ]);
  });

  it("REP-7 another key does not verify it", async () => {
    const other = generateKeyPairSync("ed25519").publicKey.export({ format: "pem", type: "spki" }).toString();
    const { faults } = await verifyEvidence(response.rawPayload, other);
    expect(faults).toContain("public-key.pem: not the given key");
    expect(faults.join()).toContain("the signature does not match");
  });

  it("REP-7 the command prints the key and every fault, and fails with one", async () => {
    const command = join(import.meta.dirname, "../../../src/record/evidence/verify-evidence-command.ts");
    const run = async (bytes: Buffer) => {
      const file = join(folder, "evidence.zip");
      writeFileSync(file, bytes);
      return promisify(execFile)(process.execPath, [command, file]).then(
        ({ stdout }) => ({ code: 0, stdout, stderr: "" }),
        (error: { code: number; stdout: string; stderr: string }) => error,
      );
    };
    const genuine = await run(response.rawPayload);
    expect(genuine).toMatchObject({ code: 0, stdout: expect.stringContaining("The package is unchanged.") });
    expect(genuine.stdout).toContain(`Key: ${site.server.services.evidenceSigner.fingerprint}`);
    const changed = await run(await repack({ "decision.json": "{}" }));
    expect(changed).toMatchObject({ code: 1, stderr: expect.stringContaining("decision.json: modified") });
  });

  it("REP-7 needs the permission to export and respects the limit to gates; each export is audited", async () => {
    const viewer = await people.signIn({ role: "viewer" });
    const elsewhere = await people.signIn({ role: "manager", gateIds: [] });
    expect((await download(viewer.token)).statusCode).toBe(403);
    expect((await download(elsewhere.token)).statusCode).toBe(404);
    const { body } = await site.server.call<{ data: { user: string; summary: string }[] }>("GET /audit", {
      query: { action: "export" },
    });
    expect(body.data).toEqual([
      expect.objectContaining({ user: manager.username, summary: `Exported the evidence of event ${id}` }),
    ]);
  });
});
