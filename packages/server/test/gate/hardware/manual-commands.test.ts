import type { Command } from "@gatehouse/contract/events/command";
import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { describe, expect, it, onTestFinished } from "vitest";
import { hashPassword } from "../../../src/platform/security/passwords.ts";
import { engineSite } from "../../intake/ingest/ingest-site.ts";
import { samples } from "../site/samples.ts";
import { relayForTest } from "./relay-for-test.ts";

const site = await engineSite();
const { clock } = site.server;

const open = (id: number, token?: string) =>
  site.server.call<Command[] & { code?: string }>(
    "POST /gates/{id}/open",
    { params: { id }, body: { reason: "Trial" } },
    token,
  );

async function only(...on: readonly ("ANPR_ACCESS_CONTROL" | "RFID_ACCESS_CONTROL")[]): Promise<void> {
  const isOn = Object.fromEntries(on.map((module) => [module, true]));
  await site.activate({ ...everyModule(false), ...isOn });
  onTestFinished(() => site.activate(everyModule(true)));
}

describe("a person opens a gate manually", () => {
  it("MOD-3 while one of the gate's modules is on", async () => {
    const relay = await relayForTest();
    const reader = await site.reader();
    const { gateId } = await site.plateGate(relay.port, { sensorId: reader.id });
    await only("RFID_ACCESS_CONTROL");
    const { body } = await open(gateId);
    expect(body).toMatchObject([{ kind: "open", state: "accepted" }]);
    const stored = site.db.selectFrom("commands").select("module").where("gateId", "=", gateId);
    expect(await stored.execute()).toEqual([{ module: "RFID_ACCESS_CONTROL" }]);
  });

  it("MOD-3 at a gate without camera or reader, while any access control module is on", async () => {
    const relay = await relayForTest();
    const { id: boomBarrierId } = await site.barrier(relay.port);
    const { id } = await site.create("POST /gates", samples.gate({ boomBarrierId }));
    await only("RFID_ACCESS_CONTROL");
    expect((await open(id)).body).toMatchObject([{ state: "accepted" }]);
  });

  it("MOD-3 but not while only modules of other gates are on", async () => {
    const relay = await relayForTest();
    const { gateId } = await site.plateGate(relay.port);
    await only("RFID_ACCESS_CONTROL");
    const { status, body } = await open(gateId);
    expect([status, body.code]).toEqual([409, "module/inactive"]);
    expect(relay.heard).toEqual([]);
  });
});

describe("a person who presses twice", () => {
  const closings = (heard: readonly string[]) => heard.filter((one) => one.endsWith("on")).length;

  it("ENG-1 gets one pulse and the same response, also for concurrent presses", async () => {
    const relay = await relayForTest();
    const { gateId } = await site.plateGate(relay.port);
    const [one, other] = await Promise.all([open(gateId), open(gateId)]);
    const third = await open(gateId);
    expect(one.body).toMatchObject([{ kind: "open", state: "accepted" }]);
    expect([other.body, third.body]).toEqual([one.body, one.body]);
    expect(closings(relay.heard)).toBe(1);
  });

  it("ENG-1 opens again after two seconds", async () => {
    const relay = await relayForTest();
    const { gateId } = await site.plateGate(relay.port);
    const [first] = (await open(gateId)).body;
    clock.advance(2_000);
    const [second] = (await open(gateId)).body;
    expect(second?.id).not.toBe(first?.id);
    expect(closings(relay.heard)).toBe(2);
  });

  it("ENG-1 can retry at once if the first command was rejected", async () => {
    const relay = await relayForTest("refuses");
    const { gateId } = await site.plateGate(relay.port);
    expect((await open(gateId)).body).toMatchObject([{ state: "rejected" }]);
    relay.behave("well");
    expect((await open(gateId)).body).toMatchObject([{ state: "accepted" }]);
  });

  it("ENG-1 is distinguished from another person, and the barrier from another barrier", async () => {
    const relay = await relayForTest();
    const { gateId } = await site.plateGate(relay.port);
    const { id: boomBarrierId } = await site.barrier(relay.port, 2);
    const { id: otherGate } = await site.create("POST /gates", samples.gate({ boomBarrierId }));
    await site.settle();
    const passwordHash = await hashPassword("a guard's own password");
    await site.db
      .insertInto("users")
      .values({ username: "guard", passwordHash, passwordChanged: true, role: "guard" })
      .execute();
    const guard = await site.server.login("a guard's own password", "guard");
    await Promise.all([open(gateId), open(gateId, guard.body.token), open(otherGate)]);
    const by = await site.db
      .selectFrom("commands")
      .select(["by", "gateId"])
      .where("gateId", "in", [gateId, otherGate])
      .orderBy("gateId")
      .orderBy("by")
      .execute();
    expect(by).toEqual([
      { by: "admin", gateId },
      { by: "guard", gateId },
      { by: "admin", gateId: otherGate },
    ]);
  });
});

describe("the test of a barrier", () => {
  const test = (id: number) => site.server.call<HardwareResult>("POST /boom-barriers/{id}/test", { params: { id } });

  it("BARRIER-2 ENG-1 pressed five times at once is one pulse, and one more after two seconds", async () => {
    const relay = await relayForTest();
    const { id } = await site.barrier(relay.port);
    const responses = await Promise.all(Array.from({ length: 5 }, () => test(id)));
    expect(responses.map(({ body }) => body.outcome)).toEqual(Array(5).fill("accepted"));
    expect(relay.heard.filter((one) => one === "1 on")).toHaveLength(1);
    clock.advance(2_000);
    await test(id);
    expect(relay.heard.filter((one) => one === "1 on")).toHaveLength(2);
  });

  it("BARRIER-2 ENG-1 counts as the same press as opening its gate, also for concurrent presses", async () => {
    const relay = await relayForTest();
    const { gateId, boomBarrierId } = await site.plateGate(relay.port);
    await Promise.all([open(gateId), test(boomBarrierId), open(gateId), test(boomBarrierId)]);
    expect(relay.heard.filter((one) => one === "1 on")).toHaveLength(1);
  });

  it("AUD-1 BARRIER-2 MOD-3 works while every module is off, for commissioning, and is audited with the user", async () => {
    const relay = await relayForTest();
    const { id } = await site.barrier(relay.port);
    await only();
    const { body } = await site.server.call<HardwareResult>("POST /boom-barriers/{id}/test", { params: { id } });
    expect(body.outcome).toBe("accepted");
    const audit = await site.db
      .selectFrom("audit_log")
      .select(["username", "action", "after"])
      .where("tableName", "=", "commands")
      .orderBy("id", "desc")
      .limit(1)
      .execute();
    expect(audit).toMatchObject([
      { username: "admin", action: "command", after: { kind: "open", targetId: id, by: "admin", reason: "Test" } },
    ]);
  });

  it("BARRIER-2 requires a signed-in user", async () => {
    const relay = await relayForTest();
    const { id } = await site.barrier(relay.port);
    expect((await site.server.call("POST /boom-barriers/{id}/test", { params: { id } }, null)).status).toBe(401);
    expect(relay.heard).toEqual([]);
  });
});
