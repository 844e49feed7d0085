import type { Display } from "@gatehouse/contract/entities/display/display";
import type { Command } from "@gatehouse/contract/events/command";
import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { describe, expect, it } from "vitest";
import { startSecretCheck } from "../../../src/intake/devices/secret-check.ts";
import { engineSite, poll } from "../../intake/ingest/ingest-site.ts";
import { samples } from "../site/samples.ts";
import { snmpSignForTest } from "./fake-snmp-sign.ts";
import { relayForTest } from "./relay-for-test.ts";

const site = await engineSite();

const gridDraft = (port: number, over: Record<string, unknown> = {}) =>
  samples.grid(
    { scope: "rfid-ac", community: "lakeview", ...over },
    { ip: "127.0.0.1", port, drv: "ntcip-1203", idl: ["WELCOME"], tmr: 1 },
  );
const addGrid = (port: number, over: Record<string, unknown> = {}) =>
  site.create<Display>("POST /displays/grid", gridDraft(port, over));
const test = async (id: number) =>
  (await site.server.call<HardwareResult>("POST /displays/{id}/test", { params: { id } })).body;
const seal = (id: number, communitySecret: string) =>
  site.db.updateTable("displays").set({ communitySecret }).where("id", "=", id).execute();
const storedSecret = async (id: number) =>
  (await site.db.selectFrom("displays").select("communitySecret").where("id", "=", id).executeTakeFirstOrThrow())
    .communitySecret;

describe("an NTCIP sign of RFID access control at a gate", () => {
  it("LIVE-9 shows the decision for plates and tags, then its idle text again", async () => {
    const sign = await snmpSignForTest("lakeview");
    const relay = await relayForTest();
    const reader = await site.reader("Reader of the sign");
    const { id } = await addGrid(sign.port);
    const gate = await site.plateGate(relay.port, { displayIds: [id], sensorId: reader.id });
    await site.plate("SNMP 1");
    await site.tag("E200 0042", "SNMP 2");
    await sign.until("WELCOME");
    await site.push(gate, site.plateEvent("SNMP1"));
    await sign.until("ACCESS GRANTED");
    await sign.until("WELCOME");
    await site.push(gate, site.plateEvent("UNKNOWN1"));
    await sign.until("ACCESS DENIED");
    const readTag = (tag: string) =>
      site.push(reader, { type: "tag", id: `sign-${tag}`, tag }, `/api/ingest/sensor-${reader.id}`);
    await readTag("E2000042");
    await sign.until("ACCESS GRANTED");
    await readTag("E2009999");
    await sign.until("ACCESS DENIED");
    await sign.until("WELCOME");
    const { body } = await site.server.call<{ commands: Command[] }>("GET /gates/{id}/activity", {
      params: { id: gate.gateId },
    });
    const shows = body.commands.filter(({ kind }) => kind === "show");
    expect(shows.map(({ state, detail }) => [state, detail])).toEqual(Array(4).fill(["accepted", "Text shown."]));
  });

  it("LIVE-9 MOD-3 is driven while either module of access control is active", async () => {
    const sign = await snmpSignForTest("lakeview");
    const relay = await relayForTest();
    await site.activate({ ...everyModule(true), RFID_ACCESS_CONTROL: false });
    const { id } = await addGrid(sign.port);
    const gate = await site.plateGate(relay.port, { displayIds: [id] });
    await sign.until("WELCOME");
    await site.push(gate, site.plateEvent("UNKNOWN2"));
    await sign.until("ACCESS DENIED");
    await sign.until("WELCOME");
    await site.activate(everyModule(true));
  });

  it("LIVE-9 a lost datagram is sent again", async () => {
    const sign = await snmpSignForTest("lakeview", { isLossy: true });
    const { id } = await addGrid(sign.port);
    await site.settle();
    await Promise.all([test(id), sign.until("GATEHOUSE TEST")]);
  });

  it("LIVE-9 a sign that can't be reached gives a readable result", async () => {
    const sign = await snmpSignForTest("another");
    const [silent, closed] = [await addGrid(sign.port), await addGrid(9)];
    await site.settle();
    expect(await test(closed.id)).toEqual({
      outcome: "unreachable",
      detail: "Connection refused. Command not sent.",
    });
    // A sign doesn't reply to a wrong community string. The idle text, which is tried first, may outlast the call.
    await test(silent.id);
    await poll(async () =>
      expect(
        await site.db.selectFrom("commands").select(["state", "detail"]).where("targetId", "=", silent.id).execute(),
      ).toEqual([{ state: "unreachable", detail: "No reply in time. Command not sent." }]),
    );
    await site.configure("deviceNetworks", "127.99.0.0/16");
    const outside = await test(closed.id);
    await site.configure("deviceNetworks", "127.0.0.0/8");
    expect(outside).toMatchObject({ outcome: "unreachable", detail: expect.stringContaining("outside") });
  });
});

describe("the community string of a sign", () => {
  it("LIVE-9 is stored encrypted, never returned, and kept by changes without it", async () => {
    const sign = await snmpSignForTest("lakeview");
    const created = await addGrid(sign.port);
    const { id } = created;
    const sealed = await storedSecret(id);
    expect(site.server.services.secrets.open(sealed ?? "")).toBe("lakeview");
    const params = { id };
    const put = await site.server.call<Display>("PUT /displays/grid/{id}", { params, body: created });
    expect([put.status, await storedSecret(id)]).toEqual([200, sealed]);
    await site.server.call("PATCH /displays/grid/{id}", { params, body: { name: "Renamed", community: "" } });
    expect(await storedSecret(id)).toBe(sealed);
    await site.server.call("PATCH /displays/grid/{id}", { params, body: { community: "changed" } });
    expect(site.server.services.secrets.open((await storedSecret(id)) ?? "")).toBe("changed");
    await test(id);
    const listed = await site.server.call("GET /displays/{module}", { params: { module: "rfid-ac" } });
    const audited = await site.db.selectFrom("audit_log").select(["before", "after"]).execute();
    const commands = await site.db.selectFrom("commands").select("payload").execute();
    const visible = JSON.stringify([created, put.body, listed.body, audited, commands]);
    expect([String(sealed), "lakeview", "changed"].filter((secret) => visible.includes(secret))).toEqual([]);
  });

  it("LIVE-9 SAFE-1 one that can't be decrypted is reported and raises its alert until it is entered again", async () => {
    const sign = await snmpSignForTest("lakeview");
    const { id } = await addGrid(sign.port, { name: "North sign" });
    await seal(id, "AAAA");
    site.parts.siteCache.drop();
    expect(await test(id)).toEqual({
      outcome: "unreachable",
      detail: "Community string unreadable, enter it again. Command not sent.",
    });
    const check = startSecretCheck(site.server.services);
    const unreadable = async () =>
      (await site.db.selectFrom("alerts").select(["title", "subject"]).where("status", "=", "new").execute()).filter(
        ({ subject }) => subject === `display ${id}`,
      );
    await poll(async () =>
      expect(await unreadable()).toEqual([{ title: "Community string unreadable", subject: `display ${id}` }]),
    );
    await site.server.call("PATCH /displays/grid/{id}", { params: { id }, body: { community: "lakeview" } });
    await poll(async () => expect(await unreadable()).toEqual([]));
    await check.stop();
    await sign.until("WELCOME");
  });
});
