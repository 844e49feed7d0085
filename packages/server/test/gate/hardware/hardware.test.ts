import type { Command } from "@gatehouse/contract/events/command";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { describe, expect, it } from "vitest";
import { engineSite, poll } from "../../intake/ingest/ingest-site.ts";
import { samples } from "../site/samples.ts";
import { signForTest } from "./fake-sign.ts";
import { relayForTest } from "./relay-for-test.ts";

const site = await engineSite();
const commandsOf = async (gateId: number) =>
  (
    await site.server.call<{ commands: Command[]; passages: { lp: string }[] }>("GET /gates/{id}/activity", {
      params: { id: gateId },
    })
  ).body;

describe("hardware", () => {
  it("ENG-6 ALERT-6 a barrier that cannot be reached raises its alert, and another gate opens", async () => {
    const [dead, well] = [await relayForTest("hangs"), await relayForTest()];
    const deadGate = await site.plateGate(dead.port);
    const wellGate = await site.plateGate(well.port);
    await site.plate("DEAD 1");
    await site.plate("WELL 1");
    await site.push(deadGate, site.plateEvent("DEAD1"));
    await dead.until(1);
    await site.push(wellGate, site.plateEvent("WELL1"));
    await well.until(1);
    await poll(async () => {
      const { commands } = await commandsOf(deadGate.gateId);
      expect(commands).toMatchObject([{ kind: "open", state: "unreachable" }]);
    });
    expect(await site.alerts("ac")).toMatchObject([{ type: "AC_ANPR_BOOMBARRIER_TRIGGER_FAILED", count: 1 }]);
    await poll(async () => expect((await commandsOf(wellGate.gateId)).commands).toMatchObject([{ state: "accepted" }]));
  });

  it("ALERT-6 a barrier that rejects the command of a tag raises the alert for tags", async () => {
    const relay = await relayForTest("refuses");
    const reader = await site.reader("Reader 2");
    const { id: boomBarrierId } = await site.barrier(relay.port);
    await site.create("POST /gates", samples.gate({ sensorId: reader.id, boomBarrierId }));
    await site.tag("E200 0002", "TAG 2");
    await site.settle();
    await site.push(reader, { type: "tag", id: "t2", tag: "E2000002" }, `/api/ingest/sensor-${reader.id}`);
    await poll(async () =>
      expect((await site.alerts("ac")).map(({ type }) => type)).toContain("AC_RFID_BOOMBARRIER_TRIGGER_FAILED"),
    );
  });

  it("ENG-6 a command that waited too long behind a dead device is never sent", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    const at = new Date(site.server.clock.now().getTime() - 6_000);
    const address = { host: "127.0.0.1", port: relay.port, relayNumber: 1 };
    const { id } = await site.db
      .insertInto("commands")
      .values({
        gateId: gate.gateId,
        kind: "open",
        targetKind: "boomBarrier",
        targetId: gate.boomBarrierId,
        targetName: "Boom",
        payload: JSON.stringify({ way: "relay", driver: "modbus-tcp", address, pulseMs: 100 }),
        state: "queued",
        at,
        expiresAt: new Date(at.getTime() + 5_000),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await poll(async () => {
      const row = await site.db.selectFrom("commands").select("state").where("id", "=", id).executeTakeFirstOrThrow();
      expect(row.state).toBe("expired");
    });
    expect(relay.heard).toEqual([]);
  });

  it("ENG-1 a person opens, buzzes and shows manually with a reason, and the audit log records it", async () => {
    const [relay, sign] = [await relayForTest(), await signForTest()];
    const { id: displayId } = await site.create(
      "POST /displays/grid",
      samples.grid({}, { ip: "127.0.0.1", port: sign.port }),
    );
    const gate = await site.plateGate(relay.port, { displayIds: [displayId] });
    const params = { id: gate.gateId };
    const opened = await site.server.call<Command[]>("POST /gates/{id}/open", {
      params,
      body: { reason: "Fire brigade" },
    });
    expect(opened.body).toMatchObject([{ kind: "open", state: "accepted", by: "admin", reason: "Fire brigade" }]);
    expect(await relay.until(1)).toEqual(["1 on"]);
    const shown = await site.server.call<Command[]>("POST /gates/{id}/show", {
      params,
      body: { reason: "Test", text: "CLOSED TODAY" },
    });
    expect(shown.body).toMatchObject([{ kind: "show", state: "accepted" }]);
    expect(sign.shown).toContain("CLOSED TODAY|");
    const cut = await site.server.call("POST /gates/{id}/show", {
      params,
      body: { reason: "Test", text: "PLEASE REVERSE AND USE THE VISITORS ENTRY" },
    });
    const message = 'Too long for "Sign", which has 2 rows of 16 characters';
    expect([cut.status, cut.body]).toEqual([400, expect.objectContaining({ errors: [{ path: "text", message }] })]);
    const buzzed = await site.server.call<{ code: string }>("POST /gates/{id}/buzz", { params, body: { reason: "x" } });
    expect([buzzed.status, buzzed.body.code]).toEqual([409, "gate/nothing-wired"]);
    const audit = await site.db
      .selectFrom("audit_log")
      .select(["username", "action", "after"])
      .where("tableName", "=", "commands")
      .execute();
    expect(audit).toMatchObject([
      { username: "admin", action: "command", after: { reason: "Fire brigade" } },
      { username: "admin", action: "command", after: { reason: "Test" } },
    ]);
    expect((await commandsOf(gate.gateId)).commands).toHaveLength(2);
  });

  it("MOD-3 a person can't open a gate whose modules are switched off", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    await site.activate({ ...everyModule(true), ANPR_ACCESS_CONTROL: false });
    const { status, body } = await site.server.call<{ code: string }>("POST /gates/{id}/open", {
      params: { id: gate.gateId },
      body: { reason: "x" },
    });
    await site.activate(everyModule(true));
    expect([status, body.code]).toEqual([409, "module/inactive"]);
    expect(relay.heard).toEqual([]);
  });

  it("BARRIER-2 the test button shows the board's result", async () => {
    const relay = await relayForTest();
    const { id } = await site.barrier(relay.port);
    const test = () =>
      site.server.call<{ outcome: string; detail: string }>("POST /boom-barriers/{id}/test", { params: { id } });
    expect((await test()).body.outcome).toBe("accepted");
    // Any sooner, it would count as the same press.
    site.server.clock.advance(2_000);
    relay.behave("refuses");
    expect((await test()).body).toMatchObject({ outcome: "rejected", detail: expect.stringContaining("refused") });
    await relay.close();
    expect((await test()).body).toMatchObject({ outcome: "unreachable" });
  });

  it("ENG-6 the server connects to no address outside the site's networks", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    await site.configure("deviceNetworks", "127.99.0.0/16");
    const { body } = await site.server.call<Command[]>("POST /gates/{id}/open", {
      params: { id: gate.gateId },
      body: { reason: "x" },
    });
    await site.configure("deviceNetworks", "127.0.0.0/8");
    expect(body).toMatchObject([{ state: "unreachable", detail: expect.stringContaining("outside") }]);
    expect(relay.heard).toEqual([]);
  });
});
