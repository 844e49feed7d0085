import { createServer } from "node:http";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { engineSite, poll } from "../../intake/ingest/ingest-site.ts";
import { samples } from "../site/samples.ts";
import { signForTest } from "./fake-sign.ts";
import { relayForTest } from "./relay-for-test.ts";

const site = await engineSite();
let names = 0;

/** A constant variable. */
async function constant(value: number, scope = "epld") {
  names += 1;
  const draft = { type: "constant", name: `Number ${names}`, scope, publish: false };
  const { id } = await site.create("POST /variables", { ...draft, value });
  const set = (next: number) =>
    site.server.call("PUT /variables/{id}", { params: { id }, body: { ...draft, value: next } });
  return { id, set };
}

async function lamp(port: number, rel: number, variableId: number, info = {}) {
  const at = { ip: "127.0.0.1", port, drv: "modbus-tcp", rel, tmr: 1, ...info };
  const draft = samples.binary({ variableId, additionalInfo: at });
  const { id } = await site.create("POST /displays/binary", draft);
  const params = { id };
  // Deleted, so that its writes do not show up in the next test.
  onTestFinished(async () => void (await site.server.call("DELETE /displays/{id}", { params })));
  return {
    change: (body: Record<string, unknown>) => site.server.call("PATCH /displays/binary/{id}", { params, body }),
    move: (next: number) =>
      site.server.call("PATCH /displays/binary/{id}", { params, body: { additionalInfo: { ...at, rel: next } } }),
    remove: () => site.server.call("DELETE /displays/{id}", { params }),
    test: async () => (await site.server.call("POST /displays/{id}/test", { params })).body,
    switchedForMs: async () =>
      (await site.server.call<{ switchedForMs: number }>("GET /displays/{id}/lamp", { params })).body.switchedForMs,
  };
}

describe("a lamp that follows a variable", () => {
  it("DISP-5 VAR-8 is lit while places are free, and its relay is written only when that changes", async () => {
    const relay = await relayForTest();
    const sender = await site.slotCamera("Deck", ["A1", "A2"]);
    const { body } = await site.server.call<{ id: number; name: string }[]>("GET /variables", {
      query: { scope: "epld" },
    });
    const slots = body.filter(({ name }) => name.startsWith("Deck A")).map(({ id }) => ({ type: "variable", id }));
    const plus = { type: "operation", operation: "addition" };
    const { id } = await site.create("POST /variables", {
      type: "dynamic",
      name: "Deck free",
      scope: "epld",
      publish: false,
      value: [slots[0], plus, slots[1]],
      examples: [],
    });
    await lamp(relay.port, 3, id);
    expect(await relay.until(1)).toEqual(["3 on"]);
    await site.push(sender, site.slotsEvent("d1", { A1: "occupied" }));
    await site.push(sender, site.slotsEvent("d2", { A2: "occupied" }));
    expect(await relay.until(2)).toEqual(["3 on", "3 off"]);
    await site.push(sender, site.slotsEvent("d3", { A1: "free" }));
    expect(await relay.until(3)).toEqual(["3 on", "3 off", "3 on"]);
  });

  it("DISP-2 goes off when its variable is removed or when it moves to another relay", async () => {
    const relay = await relayForTest();
    const places = await constant(5);
    const one = await lamp(relay.port, 1, places.id);
    await relay.until(1);
    await one.move(2);
    expect((await relay.until(3)).toSorted()).toEqual(["1 off", "1 on", "2 on"]);
    await one.change({ variableId: 0 });
    expect((await relay.until(4)).at(-1)).toBe("2 off");
    await one.change({ variableId: places.id });
    expect((await relay.until(5)).at(-1)).toBe("2 on");
    await one.remove();
    expect((await relay.until(6)).at(-1)).toBe("2 off");
  });

  it("DISP-2 is updated as soon as its board replies again", async () => {
    const relay = await relayForTest("drops");
    await lamp(relay.port, 4, (await constant(1)).id);
    await relay.until(1);
    relay.behave("well");
    await lamp(relay.port, 5, (await constant(0)).id);
    expect((await relay.until(3)).toSorted()).toEqual(["4 on", "4 on", "5 off"]);
  });

  it("DISP-2 is written again when a server starts, because the state of the relay is unknown", async () => {
    const relay = await relayForTest();
    await lamp(relay.port, 1, (await constant(1)).id);
    await lamp(relay.port, 2, (await constant(0)).id);
    expect((await relay.until(2)).toSorted()).toEqual(["1 on", "2 off"]);
    await site.restartLeading();
    expect((await relay.until(4)).slice(2).toSorted()).toEqual(["1 on", "2 off"]);
  });

  it("MOD-3 is not driven while its module is off, and is updated when the module is on again", async () => {
    const [relay, sign] = [await relayForTest(), await signForTest()];
    const [places, other] = [await constant(1), await constant(1, "cc")];
    await lamp(relay.port, 1, places.id);
    const at = { ip: "127.0.0.1", port: sign.port, chars: 8, rows: 1 };
    const variables = [{ variableId: other.id, label: "FREE" }];
    await site.create("POST /displays/grid", samples.grid({ scope: "cc" }, { ...at, variables }));
    await relay.until(1);
    await site.activate({ ...everyModule(true), EPLD: false });
    await places.set(0);
    await other.set(2);
    // By now the signs of another module are updated.
    await sign.until("FREE   2");
    expect(relay.heard).toEqual(["1 on"]);
    await site.activate(everyModule(true));
    expect(await relay.until(2)).toEqual(["1 on", "1 off"]);
  });
});

describe("a lamp on a barrier's relay", () => {
  /** A barrier stored on a lamp's relay, as older versions allowed. */
  async function oldBarrier(port: number, name: string): Promise<{ id: number }> {
    const info = { type: "boom", ip: "127.0.0.1", port, drv: "modbus-tcp", rel: 1, ser: "A" };
    const row = { uid: `old ${port}`, name, scope: "ac", additionalInfo: JSON.stringify(info) };
    return site.db.insertInto("boom_barriers").values(row).returning("id").executeTakeFirstOrThrow();
  }

  it("ENG-1 is never lit, not even by its test button, and a warning is logged", async () => {
    const relay = await relayForTest();
    const warned = vi.spyOn(site.server.services.log, "warn");
    onTestFinished(() => warned.mockRestore());
    const places = await constant(0);
    const wrong = await lamp(relay.port, 1, places.id);
    await relay.until(1);
    const { id } = await oldBarrier(relay.port, "North boom");
    await lamp(relay.port, 2, places.id);
    await relay.until(2);
    await places.set(1);
    expect(await relay.until(3)).toEqual(["1 off", "2 off", "2 on"]);
    const detail = 'Its relay is that of the barrier "North boom". It needs a relay of its own.';
    expect(await wrong.test()).toEqual({ outcome: "rejected", detail });
    await places.set(0);
    expect(await relay.until(4)).toEqual(["1 off", "2 off", "2 on", "2 off"]);
    const words = "an indicator has a barrier's relay and is not driven";
    expect(warned.mock.calls.filter((call) => call.includes(words))).toEqual([
      [{ indicator: "Lamp", barrier: "North boom" }, words],
    ]);
    await site.server.call("DELETE /boom-barriers/{id}", { params: { id } });
    expect((await relay.until(5)).at(-1)).toBe("1 off");
  });

  it("ENG-1 releases the relay when a barrier is stored on it, and never switches it again", async () => {
    const relay = await relayForTest();
    const places = await constant(1);
    await lamp(relay.port, 1, places.id);
    await lamp(relay.port, 2, places.id);
    expect((await relay.until(2)).toSorted()).toEqual(["1 on", "2 on"]);
    await oldBarrier(relay.port, "North boom");
    expect((await relay.until(3)).at(-1)).toBe("1 off");
    await places.set(0);
    expect((await relay.until(4)).at(-1)).toBe("2 off");
    await places.set(2);
    expect((await relay.until(5)).at(-1)).toBe("2 on");
  });
});

describe("the test button of a lamp", () => {
  it.each([
    ["lit", 1, ["1 on", "1 on", "1 off", "1 on"]],
    ["off", 0, ["1 off", "1 on", "1 off", "1 off"]],
  ])("DISP-5 shows the board's result, and a lamp that is %s returns to that state", async (_, value, heard) => {
    const relay = await relayForTest();
    const one = await lamp(relay.port, 1, (await constant(value)).id);
    await relay.until(1);
    expect(await one.switchedForMs()).toBe(0);
    expect(await one.test()).toMatchObject({ outcome: "accepted" });
    expect(await one.switchedForMs()).toBeGreaterThan(0);
    expect(await relay.until(4)).toEqual(heard);
    expect(await one.switchedForMs()).toBe(0);
    relay.behave("refuses");
    expect(await one.test()).toMatchObject({ outcome: "rejected" });
    expect(await one.switchedForMs()).toBe(0);
  });

  it("DISP-5 ends lit even if the pulse ends late", async () => {
    const relay = await relayForTest();
    const one = await lamp(relay.port, 1, (await constant(1)).id);
    await relay.until(1);
    expect(await one.test()).toMatchObject({ outcome: "accepted" });
    relay.behave("drops");
    expect((await relay.until(3)).at(-1)).toBe("1 off");
    relay.behave("well");
    expect(await relay.until(6)).toEqual(["1 on", "1 on", "1 off", "1 on", "1 off", "1 on"]);
  });

  it("DISP-5 ends lit even if the board ends the pulse itself", async () => {
    const board = await rpcBoard();
    const one = await lamp(board.port, 2, (await constant(1)).id, { drv: "http-rpc" });
    await poll(async () => expect(board.heard).toEqual([{ id: 1, on: true }]));
    expect(await one.test()).toMatchObject({ outcome: "accepted" });
    const pulse = { id: 1, on: true, toggle_after: 1 };
    await poll(async () => expect(board.heard.slice(1)).toEqual([pulse, { id: 1, on: true }]));
  });

  it("DISP-5 returns not found for a display that is not a lamp", async () => {
    const { id } = await site.create("POST /displays/grid", samples.grid());
    const { status } = await site.server.call("GET /displays/{id}/lamp", { params: { id } });
    expect(status).toBe(404);
  });
});

/** A board that times pulses and records its requests. */
async function rpcBoard() {
  const heard: unknown[] = [];
  const server = createServer(async (request, response) => {
    const { id, params } = JSON.parse((await request.toArray()).join("")) as { id: number; params: unknown };
    heard.push(params);
    response.end(JSON.stringify({ id, result: { was_on: false } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (server.address() as { port: number }).port, heard };
}
