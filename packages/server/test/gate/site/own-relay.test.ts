import type { EndpointKey } from "@gatehouse/contract/endpoint";
import { describe, expect, it } from "vitest";
import { testServer } from "../../test-server.ts";
import { samples } from "./samples.ts";

const server = await testServer();

interface Rejected {
  code: string;
  message: string;
  errors: { path: string; message: string }[];
}

let relays = 100;
const at = (rel: number, ip = "127.10.0.9") => ({ ip, port: 502, drv: "modbus-tcp", rel });
const freshRelay = () => {
  relays += 1;
  return relays;
};

const kinds = {
  barrier: {
    create: "POST /boom-barriers",
    change: "PATCH /boom-barriers/{id}",
    draft: (name: string, place: object) => samples.boomBarrier({ name, additionalInfo: { ...place, ser: "A" } }),
  },
  buzzer: {
    create: "POST /buzzers",
    change: "PATCH /buzzers/{id}",
    draft: (name: string, place: object) => samples.buzzer({ name, additionalInfo: { ...place, ser: 1, tmr: 1 } }),
  },
  lamp: {
    create: "POST /displays/binary",
    change: "PUT /displays/binary/{id}",
    draft: (name: string, place: object) => samples.binary({ name, additionalInfo: { ...place, tmr: 1 } }),
  },
} as const satisfies Record<
  string,
  { create: EndpointKey; change: EndpointKey; draft: (name: string, place: object) => Record<string, unknown> }
>;

type Kind = keyof typeof kinds;

const add = (kind: Kind, name: string, place: object) =>
  server.call<{ id: number } & Rejected>(kinds[kind].create, { body: kinds[kind].draft(name, place) });

const change = (id: number, place: object) =>
  server.call(kinds.barrier.change, { params: { id }, body: { additionalInfo: { ...place, ser: "A" } } });

describe("a barrier's relay", () => {
  it.each([
    ["barrier", "lamp"],
    ["barrier", "buzzer"],
    ["barrier", "barrier"],
    ["lamp", "barrier"],
    ["buzzer", "barrier"],
  ] as const)(
    "ENG-1 BARRIER-2 is exclusive: a relay used by a %s accepts no new or moved %s",
    async (first, second) => {
      const relay = freshRelay();
      expect((await add(first, "First", at(relay))).status).toBe(201);
      const message = `"First" already uses relay ${relay} of 127.10.0.9:502. A barrier shares its relay with nothing else.`;
      const rejected = { code: "record/taken", message, errors: [{ path: "additionalInfo.rel", message }] };
      const added = await add(second, "Second", at(relay));
      expect([added.status, added.body]).toEqual([409, rejected]);
      const elsewhere = await add(second, "Second", at(freshRelay()));
      const { uid: _, ...draft } = kinds[second].draft("Second", at(relay));
      const body = second === "lamp" ? { ...draft, uid: `moved ${relay}` } : draft;
      const moved = await server.call(kinds[second].change, { params: { id: elsewhere.body.id }, body });
      expect([moved.status, moved.body]).toEqual([409, rejected]);
    },
  );

  it("ENG-1 is exclusive under any spelling of the board's address", async () => {
    const relay = freshRelay();
    await add("barrier", "First", at(relay, "127.10.0.10"));
    expect((await add("lamp", "Second", at(relay, "0::ffff:127.10.0.10"))).status).toBe(409);
  });

  it.each([
    ["127.0.0.1", "localhost"],
    ["localhost", "127.0.0.1"],
    ["localhost", "LocalHost"],
    ["127.0.0.1", "0::ffff:127.0.0.1"],
    ["127.0.0.1", "0::FFFF:7f00:1"],
    ["127.0.0.1", "0177.0.0.01"],
    ["127.0.0.1", "2130706433"],
    ["::1", "0:0:0:0:0:0:0:0001"],
    ["no-such-board.invalid", "No-Such-Board.INVALID"],
  ])("SAFE-6 is exclusive: with a barrier at %s, nothing is added or moved to %s", async (first, second) => {
    const relay = freshRelay();
    expect((await add("barrier", "First", at(relay, first))).status).toBe(201);
    const rejected = await Promise.all((["lamp", "buzzer"] as const).map((kind) => add(kind, "X", at(relay, second))));
    expect(rejected.map(({ body }) => body.code)).toEqual(["record/taken", "record/taken"]);
    const lamp = kinds.lamp.draft("Second", at(freshRelay(), second));
    const { body } = await server.call<{ id: number }>(kinds.lamp.create, { body: lamp });
    const moved = { ...lamp, additionalInfo: { ...at(relay, second), tmr: 1 } };
    expect((await server.call(kinds.lamp.change, { params: { id: body.id }, body: moved })).status).toBe(409);
  });

  it("SAFE-6 is exclusive: no barrier is added on a lamp's relay under another spelling", async () => {
    const relay = freshRelay();
    expect((await add("lamp", "First", at(relay, "localhost"))).status).toBe(201);
    expect((await add("barrier", "Second", at(relay, "127.0.0.1"))).status).toBe(409);
    expect((await add("barrier", "Second", at(relay, "127.0.0.2"))).status).toBe(201);
  });

  it("ENG-1 is exclusive for concurrent saves", async () => {
    const relay = freshRelay();
    const responses = await Promise.all(
      (["barrier", "lamp", "barrier"] as const).map((kind) => add(kind, "X", at(relay))),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  it("SAFE-6 is exclusive for many concurrent saves under different spellings", async () => {
    const hosts = ["127.0.0.1", "localhost", "0::ffff:127.0.0.1", "2130706433"];
    for (let round = 0; round < 5; round += 1) {
      const relay = freshRelay();
      const responses = await Promise.all(
        Array.from({ length: 24 }, async (_, index) => {
          const kind = (["barrier", "lamp", "buzzer"] as const)[index % 3] ?? "lamp";
          return { kind, ...(await add(kind, `Saver ${index}`, at(relay, hosts[index % hosts.length]))) };
        }),
      );
      const won = responses.filter(({ status }) => status === 201).map(({ kind }) => kind);
      expect(won.length).toBeGreaterThan(0);
      expect(won.length === 1 || !won.includes("barrier"), won.join()).toBe(true);
      const lost = responses.filter(({ status }) => status !== 201);
      expect(lost.map(({ status, body }) => [status, body.code, body.errors[0]?.path])).toEqual(
        lost.map(() => [409, "record/taken", "additionalInfo.rel"]),
      );
    }
  });

  it("SAFE-6 goes to exactly one of many barriers that are saved concurrently", async () => {
    const relay = freshRelay();
    const responses = await Promise.all(Array.from({ length: 20 }, () => add("barrier", "X", at(relay))));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    const message = `"X" already uses relay ${relay} of 127.10.0.9:502. A barrier shares its relay with nothing else.`;
    const lost = responses.filter(({ status }) => status !== 201);
    expect(lost.map(({ body }) => body.message)).toEqual(Array(19).fill(message));
  });

  it("SAFE-6 goes to exactly one of several barriers that are moved to it concurrently", async () => {
    const relay = freshRelay();
    const made = await Promise.all([1, 2, 3].map(() => add("barrier", "Moved", at(freshRelay()))));
    const moved = await Promise.all(made.map(({ body: { id } }) => change(id, at(relay, "localhost"))));
    expect(moved.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it("BARRIER-2 is free again once its device is moved, deleted or loses its address", async () => {
    const relay = freshRelay();
    const { ip: _, ...nowhere } = at(relay);
    for (const release of [
      (id: number) => server.call("DELETE /boom-barriers/{id}", { params: { id } }),
      (id: number) => change(id, at(freshRelay())),
      (id: number) => change(id, nowhere),
    ]) {
      const { body } = await add("barrier", "First", at(relay));
      expect((await add("lamp", "Second", at(relay))).status).toBe(409);
      expect((await release(body.id)).status).toBeLessThan(300);
    }
    expect((await add("lamp", "Second", at(relay))).status).toBe(201);
  });

  it("BARRIER-2 allows other changes, and a barrier without an address uses no relay", async () => {
    const relay = freshRelay();
    const { ip: _, ...nowhere } = at(relay);
    const { body } = await add("barrier", "First", at(relay));
    expect((await add("barrier", "Second", nowhere)).status).toBe(201);
    const renamed = { params: { id: body.id }, body: { name: "Renamed" } };
    expect((await server.call("PATCH /boom-barriers/{id}", renamed)).status).toBe(200);
  });

  it("DISP-2 lamps and buzzers may share one", async () => {
    const relay = freshRelay();
    expect((await add("lamp", "Lamp", at(relay))).status).toBe(201);
    expect((await add("buzzer", "Horn", at(relay))).status).toBe(201);
  });
});
