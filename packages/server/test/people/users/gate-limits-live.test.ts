import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gateErrors } from "@gatehouse/contract/gate-scope";
import sharp from "sharp";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { dashboardProxyPath } from "../../../src/intake/devices/dashboard-proxy.ts";
import { createVideoPath, verifyVideoTicket } from "../../../src/intake/streams/video-ticket.ts";
import { samples } from "../../gate/site/samples.ts";
import { engineSite } from "../../intake/ingest/ingest-site.ts";
import { createPeople } from "./people.ts";
import { createFullGate, type FullGate } from "./two-gates.ts";

interface Passage {
  id: number;
  lp: string;
  images: { fullImage: string | null };
}

const folder = mkdtempSync(join(tmpdir(), "gatehouse-gate-limits-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const site = await engineSite(folder);
const { server, db } = site;
const people = createPeople(server);
const own = await createFullGate(site, "ALPHA", "127.20.0.1");
const other = await createFullGate(site, "BRAVO", "127.20.0.2");
const limited = await people.signIn({ role: "administrator", gateIds: [own.gateId] });
const origin = await server.app.listen({ port: 0, host: "127.0.0.1" });

const push = async ({ sender }: Pick<FullGate, "sender">, plate: string, over = {}) => {
  const response = await site.push(sender, site.plateEvent(plate, over));
  expect(response.body).toBe('{"result":"ok"}');
};

async function listed(token: string, query: Record<string, unknown> = {}): Promise<Passage[]> {
  const sent = { params: { module: "ac" }, query: { all: true, ...query } };
  return (await server.call<{ data: Passage[] }>("GET /events/{module}", sent, token)).body.data;
}

const sessionOf = async (userId: number) =>
  db
    .selectFrom("sessions")
    .select("id")
    .where("userId", "=", userId)
    .where("endedAt", "is", null)
    .executeTakeFirstOrThrow();

/** Reads the live stream until a text was received, or until its end. */
async function follow(token: string, headers: Record<string, string> = {}) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const response = await fetch(`${origin}/api/live`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: stop.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  return {
    until: async (text: string) => {
      while (!heard.includes(text)) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) return `${heard}[end]`;
        heard += value;
      }
      return heard;
    },
  };
}

describe("a person who is limited to a gate sees", () => {
  it("ROLE-3 only the events of their gate, in pages and searches; without gates none", async () => {
    for (const plate of ["BRAVO11", "BRAVO12"]) await push(other, plate);
    for (const plate of ["ALPHA11", "ALPHA12"]) await push(own, plate);
    const elsewhere = await site.device("ANPR_ACCESS_CONTROL");
    await site.camera(elsewhere.id, "ANPR_ACCESS_CONTROL", { name: "Yard" });
    await site.settle();
    await push({ sender: elsewhere }, "NOGATE1");
    expect((await listed(limited.token)).map(({ lp }) => lp)).toEqual(["ALPHA12", "ALPHA11"]);
    expect(await listed(limited.token, { search: "BRAVO" })).toEqual([]);
    expect(await listed(limited.token, { search: "NOGATE1" })).toEqual([]);
    expect(await listed(limited.token, { search: "ALPHA11" })).toHaveLength(1);
    const first = await server.call<{ data: Passage[]; next: string | null }>(
      "GET /events/{module}",
      { params: { module: "ac" }, query: { all: true, limit: 1 } },
      limited.token,
    );
    expect(await listed(limited.token, { limit: 1, cursor: first.body.next })).toMatchObject([{ lp: "ALPHA11" }]);
    const nobody = await people.signIn({ role: "guard", gateIds: [] });
    expect(await listed(nobody.token)).toEqual([]);
    expect((await server.call("GET /gates", {}, nobody.token)).body).toEqual([]);
  });

  it("ROLE-3 the events of many gates, and of few", async () => {
    const gateIds = [own.gateId, other.gateId];
    for (let count = 0; count < 14; count += 1) gateIds.push((await site.create("POST /gates", samples.gate())).id);
    const both = await people.signIn({ role: "viewer", gateIds });
    const plates = (await listed(both.token)).map(({ lp }) => lp);
    expect(plates).toEqual(["ALPHA12", "ALPHA11", "BRAVO12", "BRAVO11"]);
  });

  it("ROLE-3 only the pictures of their gate", async () => {
    const picture = async (shade: number) => {
      const background = { r: shade, g: 9, b: 9 };
      return sharp({ create: { width: 40, height: 20, channels: 3, background } })
        .jpeg()
        .toBuffer();
    };
    for (const [gate, plate] of [
      [own, "ALPHAPIC"],
      [other, "BRAVOPIC"],
    ] as const) {
      const full = (await picture(gate === own ? 40 : 200)).toString("base64");
      await push(gate, plate, { images: { full } });
    }
    await site.parts.images?.intake.settled();
    const admin = await people.signIn({ role: "administrator" });
    const urlOf = async (plate: string) => (await listed(admin.token, { search: plate }))[0]?.images.fullImage ?? "";
    const statusOf = async (plate: string, headers: Record<string, string>) =>
      (await server.app.inject({ url: await urlOf(plate), headers })).statusCode;
    const byToken = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
    expect(await statusOf("ALPHAPIC", byToken(limited))).toBe(200);
    expect(await statusOf("BRAVOPIC", byToken(limited))).toBe(404);
    expect(await statusOf("BRAVOPIC", byToken(admin))).toBe(200);
    const { headers } = await server.call("GET /events/{module}", { params: { module: "ac" } }, limited.token);
    const cookie = { cookie: String(headers["set-cookie"]).split(";")[0] ?? "" };
    expect(await statusOf("ALPHAPIC", cookie)).toBe(200);
    expect(await statusOf("BRAVOPIC", cookie)).toBe(404);
  });

  it("ROLE-3 only the live events of their gate, also those that they missed", async () => {
    const live = await follow(limited.token);
    await live.until("alive");
    await push(other, "BRAVOLIVE1");
    await push(own, "ALPHALIVE1");
    const heard = await live.until("ALPHALIVE1");
    expect(heard).not.toContain("BRAVO");
    const caughtUp = await follow(limited.token, { "last-event-id": "0" });
    const missed = await caughtUp.until("ALPHALIVE1");
    expect(missed).toContain("ALPHA11");
    expect(missed).not.toContain("BRAVO");
    expect(missed).not.toContain("NOGATE1");
  });

  it("ROLE-3 a change of their gates ends the live stream at once, and applies to the next", async () => {
    const { id, token } = await people.signIn({ role: "viewer", gateIds: [other.gateId] });
    const live = await follow(token);
    await live.until("alive");
    await server.call("PATCH /users/{id}", { params: { id }, body: { gateIds: [own.gateId] } });
    expect(await live.until("this never comes")).toContain("[end]");
    expect((await listed(token, { search: "BRAVO" })).length).toBe(0);
  });

  it("ROLE-3 no live picture, video or device page of another gate or of no gate", async () => {
    const device = await site.device("ANPR_ACCESS_CONTROL");
    const yard = await site.camera(device.id, "ANPR_ACCESS_CONTROL", { mediaServerFrameUrl: "http://127.0.0.1:1/f" });
    const frame = async (id: number) =>
      (
        await server.app.inject({
          url: `/api/cameras/ac/${id}/frame`,
          headers: { authorization: `Bearer ${limited.token}` },
        })
      ).statusCode;
    // Nothing answers at the address of the own camera.
    expect([await frame(own.ids.cameras), await frame(other.ids.cameras), await frame(yard.id)]).toEqual([
      502, 404, 404,
    ]);
    const { id: sessionId } = await sessionOf(limited.id);
    const mayWatch = async (cameraId: number) => {
      const path = createVideoPath(server.services, cameraId, sessionId);
      const ticket = new URL(path, "http://localhost").searchParams.get("ticket") ?? "";
      return (await verifyVideoTicket(ticket, server.services)) !== undefined;
    };
    expect([await mayWatch(own.ids.cameras), await mayWatch(other.ids.cameras), await mayWatch(yard.id)]).toEqual([
      true,
      false,
      false,
    ]);
    const page = async (deviceId: number) =>
      (await server.app.inject({ url: dashboardProxyPath(server.services, deviceId, sessionId) })).statusCode;
    expect([await page(own.sender.id), await page(other.sender.id)]).toEqual([502, 403]);
  });
});

describe("a person who is limited to a gate changes", () => {
  const gateOf = async () => {
    const { body } = await server.call<Record<string, unknown>[]>("GET /gates", {}, limited.token);
    const { id: _, version: __, sensors, cameras, boomBarriers, buzzers, displays, ...draft } = body[0] ?? {};
    return draft;
  };
  const saveGate = (body: Record<string, unknown>) =>
    server.call("PUT /gates/{id}", { params: { id: own.gateId }, body }, limited.token);
  const rejected = { status: 403, body: { code: "auth/not-permitted", message: gateErrors.wiring } };

  it("ROLE-3 their gate and its devices", async () => {
    const draft = await gateOf();
    expect(await saveGate({ ...draft, name: "ALPHA north" })).toMatchObject({
      status: 200,
      body: { name: "ALPHA north" },
    });
    const spare = await site.create("POST /buzzers", samples.buzzer());
    expect((await saveGate({ ...draft, buzzerId: spare.id })).status).toBe(200);
    expect((await saveGate(draft)).status).toBe(200);
    const barrier = { params: { id: own.ids.boom_barriers }, body: { name: "ALPHA arm" } };
    expect((await server.call("PATCH /boom-barriers/{id}", barrier, limited.token)).status).toBe(200);
  });

  it.each([
    ["camera", { cameraId: other.ids.cameras }],
    ["reader", { sensorId: other.ids.sensors }],
    ["barrier", { boomBarrierId: other.ids.boom_barriers }],
    ["display", { displayIds: [other.ids.displays] }],
  ])("ROLE-3 but can't take the %s of another gate", async (_, taken) => {
    const draft = await gateOf();
    expect(await saveGate({ ...draft, ...taken })).toMatchObject(rejected);
    expect(await gateOf()).toEqual(draft);
  });

  it("ROLE-3 but can't make their reader open the barrier of another gate", async () => {
    const sent = { params: { id: own.ids.sensors }, body: { actuatorId: other.ids.boom_barriers } };
    expect(await server.call("PATCH /sensors/{id}", sent, limited.token)).toMatchObject(rejected);
    const { actuatorId } = await db
      .selectFrom("sensors")
      .select("actuatorId")
      .where("id", "=", own.ids.sensors)
      .executeTakeFirstOrThrow();
    expect(actuatorId).toBe(own.ids.boom_barriers);
  });

  it("ROLE-3 but not a device that another gate shares, or that no gate has", async () => {
    const shared = await site.create("POST /buzzers", samples.buzzer());
    const gates = [own.gateId, other.gateId];
    await db.updateTable("gates").set({ buzzerId: shared.id }).where("id", "in", gates).execute();
    const rename = (id: number) =>
      server.call("PATCH /buzzers/{id}", { params: { id }, body: { name: "Mine" } }, limited.token);
    const notTheirs = { status: 403, body: { message: gateErrors.record } };
    expect(await rename(shared.id)).toMatchObject(notTheirs);
    // What names the gate would reject its deletion to everyone.
    await db.deleteFrom("access_rule_gates").where("gateId", "=", own.gateId).execute();
    await db.deleteFrom("access_pass_gates").where("gateId", "=", own.gateId).execute();
    expect(await server.call("DELETE /gates/{id}", { params: { id: own.gateId } }, limited.token)).toMatchObject(
      rejected,
    );
    for (const gate of [own, other])
      await db.updateTable("gates").set({ buzzerId: gate.ids.buzzers }).where("id", "=", gate.gateId).execute();
    expect(await rename(shared.id)).toMatchObject(notTheirs);
  });

  it("ROLE-3 and is not told who else uses a value", async () => {
    const taken = { ip: other.host, port: 1, drv: "modbus-tcp", rel: 1, ser: "A1" };
    const sent = { params: { id: own.ids.boom_barriers }, body: { additionalInfo: taken } };
    expect(JSON.stringify((await server.call("PATCH /boom-barriers/{id}", sent)).body)).toContain("BRAVO");
    const response = await server.call("PATCH /boom-barriers/{id}", sent, limited.token);
    expect(response).toMatchObject({ status: 409, body: { code: "record/taken" } });
    expect(JSON.stringify(response.body)).not.toContain("BRAVO");
  });
});
