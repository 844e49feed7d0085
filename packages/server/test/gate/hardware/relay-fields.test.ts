import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { describe, expect, it, onTestFinished } from "vitest";
import { engineSite, poll } from "../../intake/ingest/ingest-site.ts";
import { samples } from "../site/samples.ts";
import { relayForTest } from "./relay-for-test.ts";

const site = await engineSite();

async function barrier(port: number, ser: string) {
  const additionalInfo = { ip: "127.0.0.1", port, drv: "modbus-tcp", rel: 1, ser };
  return site.create("POST /boom-barriers", samples.boomBarrier({ additionalInfo }));
}

async function buzzer(port: number, info: Record<string, unknown> = {}) {
  const additionalInfo = { ip: "127.0.0.1", port, drv: "modbus-tcp", rel: 3, ser: 1, tmr: 1, ...info };
  const { id } = await site.create("POST /buzzers", samples.buzzer({ additionalInfo }));
  const params = { id };
  const remove = () => site.server.call("DELETE /buzzers/{id}", { params });
  // Deleted, so that its writes do not show up in the next test.
  onTestFinished(async () => void (await remove()));
  return {
    remove,
    change: (next: Record<string, unknown>) =>
      site.server.call("PATCH /buzzers/{id}", { params, body: { additionalInfo: { ...additionalInfo, ...next } } }),
    sound: async () => (await site.server.call<{ outcome: string }>("POST /buzzers/{id}/test", { params })).body,
  };
}

const open = (id: number) => site.server.call("POST /boom-barriers/{id}/test", { params: { id } });

describe("the serial of a barrier or buzzer", () => {
  it.each([
    ["7", 7],
    [" 247 ", 247],
    ["A1", 1],
    ["248", 1],
    ["0", 1],
  ])("LIVE-12 %j addresses Modbus unit %d, when the relay is switched on and off", async (ser, unit) => {
    const relay = await relayForTest();
    await open((await barrier(relay.port, ser)).id);
    expect(await relay.until(2)).toEqual(["1 on", "1 off"]);
    expect(relay.units).toEqual([unit, unit]);
  });

  it("LIVE-12 of a buzzer addresses its unit", async () => {
    const relay = await relayForTest();
    await (await buzzer(relay.port, { ser: 12 })).sound();
    expect(await relay.until(2)).toEqual(["3 on", "3 off"]);
    expect(relay.units).toEqual([12, 12]);
  });

  it("LIVE-12 the same relay number of two units is released on each of them", async () => {
    const relay = await relayForTest();
    const [first, second] = [await buzzer(relay.port, { ser: 4 }), await buzzer(relay.port, { ser: 5 })];
    await Promise.all([first.sound(), second.sound()]);
    const heard = await relay.until(4);
    const writes = heard.map((write, index) => `unit ${relay.units[index]}: ${write}`);
    expect(writes.toSorted()).toEqual(["unit 4: 3 off", "unit 4: 3 on", "unit 5: 3 off", "unit 5: 3 on"]);
  });

  it("LIVE-12 SAFE-6 a unit does not make a barrier's relay available to others: many boards ignore it", async () => {
    const relay = await relayForTest();
    await barrier(relay.port, "1");
    const additionalInfo = { ip: "127.0.0.1", port: relay.port, drv: "modbus-tcp", rel: 1, ser: 2, tmr: 1 };
    const { status } = await site.server.call("POST /buzzers", { body: samples.buzzer({ additionalInfo }) });
    expect(status).toBe(409);
  });
});

describe("a buzzer whose resting state is on", () => {
  it("LIVE-12 rests with its relay on, and sounds while its relay is off", async () => {
    const relay = await relayForTest();
    const { sound } = await buzzer(relay.port, { ind: 1, ser: 9 });
    expect(await relay.until(1)).toEqual(["3 on"]);
    expect(await sound()).toMatchObject({ outcome: "accepted" });
    expect((await relay.until(3)).slice(0, 3)).toEqual(["3 on", "3 off", "3 on"]);
    expect(new Set(relay.units)).toEqual(new Set([9]));
    const left = site.db.selectFrom("relay_releases").select("port").where("port", "=", relay.port);
    await poll(async () => expect(await left.execute()).toEqual([]));
  });

  it("LIVE-12 is switched on again after a crash during its sound", async () => {
    const relay = await relayForTest();
    const at = { host: "127.0.0.1", port: relay.port, relayNumber: 3, unitId: 9 };
    await site.db
      .insertInto("relay_releases")
      .values({ ...at, driver: "modbus-tcp", restsOn: true, dueAt: site.server.clock.now() })
      .execute();
    await site.restartLeading();
    expect(await relay.until(1)).toEqual(["3 on"]);
    expect(relay.units).toEqual([9]);
  });

  it("LIVE-12 is switched off when its resting state becomes off, and when it is deleted", async () => {
    const relay = await relayForTest();
    const { change, remove } = await buzzer(relay.port, { ind: 1 });
    expect(await relay.until(1)).toEqual(["3 on"]);
    await change({ ind: 0 });
    expect(await relay.until(2)).toEqual(["3 on", "3 off"]);
    await change({ ind: 1 });
    expect(await relay.until(3)).toEqual(["3 on", "3 off", "3 on"]);
    await remove();
    expect(await relay.until(4)).toEqual(["3 on", "3 off", "3 on", "3 off"]);
  });

  it("LIVE-12 MOD-3 is left alone while access control is off", async () => {
    const relay = await relayForTest();
    onTestFinished(() => site.activate(everyModule(true)));
    await site.activate({ ...everyModule(true), ANPR_ACCESS_CONTROL: false, RFID_ACCESS_CONTROL: false });
    await buzzer(relay.port, { ind: 1 });
    await site.settle();
    expect(relay.heard).toEqual([]);
    await site.activate(everyModule(true));
    expect(await relay.until(1)).toEqual(["3 on"]);
  });

  it("LIVE-12 SAFE-6 never switches on a relay that a barrier got in the meantime", async () => {
    const relay = await relayForTest();
    // Stored without an assigned relay, like a device of an earlier version.
    const additionalInfo = { type: "buzzer", ip: "127.0.0.1", port: relay.port, drv: "modbus-tcp", rel: 1, ser: 1 };
    await barrier(relay.port, "1");
    const { id } = await site.db
      .insertInto("buzzers")
      .values({
        uid: "254",
        name: "Old",
        scope: "ac",
        additionalInfo: JSON.stringify({ ...additionalInfo, tmr: 1, ind: 1 }),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    onTestFinished(async () => void (await site.db.deleteFrom("buzzers").where("id", "=", id).execute()));
    await site.restartLeading();
    await site.server.call("POST /buzzers/{id}/test", { params: { id } });
    expect(relay.heard).toEqual([]);
  });
});
