import type { Reservation } from "@gatehouse/contract/entities/reservation";
import { describe, expect, it } from "vitest";
import { testServer } from "../../test-server.ts";

const server = await testServer();
const { db } = server.services;

interface Page {
  data: Reservation[];
  next: string | null;
  prev: string | null;
  total: number;
}

const { body: made } = await server.call<{ key: string; id: number }>("POST /integration-keys", {
  body: { name: "Cloud", purpose: "integration" },
});
const send = <Body = unknown>(body: unknown, key: string = made.key) =>
  server.call<Body>("PUT /integrations/reservations", { body }, key);
const page = async (query: Record<string, unknown> = {}) =>
  (await server.call<Page>("GET /reservations", { query })).body;

const row = (number: number, over: object = {}) => ({
  externalId: `r-${number}`,
  lp: `KA 01 AB ${1000 + number}`,
  validFrom: "2026-01-01T08:00:00+05:30",
  validTo: "2026-12-31T20:00:00Z",
  ...over,
});
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => row(from + index));

describe("reservations through the integration API", () => {
  it("INT-4 its key is refused by the calls of people, and the message says why", async () => {
    expect(await server.call("GET /gates", {}, made.key)).toMatchObject({
      status: 403,
      body: { code: "key/wrong-call", message: "This API key is not for this call" },
    });
  });

  it("INT-4 are accepted in bulk, and a repeated request changes nothing", async () => {
    const first = await send({ reservations: rows(0, 250) });
    expect(first.body).toEqual({ added: 250, updated: 0, unchanged: 0, deleted: 0 });
    const again = await send({ reservations: rows(0, 250) });
    expect(again.body).toEqual({ added: 0, updated: 0, unchanged: 250, deleted: 0 });
  });

  it("INT-4 are changed and deleted by the sender's own id", async () => {
    const response = await send({
      reservations: [row(0, { rfid: "E2 00 11" }), row(900)],
      deleted: ["r-249", "r-nobody"],
    });
    expect(response.body).toEqual({ added: 1, updated: 1, unchanged: 0, deleted: 1 });
  });

  it("INT-4 are all or nothing, and every invalid row is named", async () => {
    const before = await db.selectFrom("reservations").select("id").execute();
    const { status, body } = await send<{ errors: { path: string; message: string }[] }>({
      reservations: [
        row(1000),
        row(1001, { validTo: "2020-01-01T00:00:00Z" }),
        row(1002, { lp: null }),
        row(1003, { validFrom: "yesterday" }),
        row(1004, {
          gracePeriodEarliestEntry: "2026-12-02T00:00:00Z",
          gracePeriodLatestEntry: "2026-12-01T00:00:00Z",
          gracePeriodLatestExit: "2026-12-01T12:00:00Z",
        }),
      ],
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { path: "reservations.1.validTo", message: "Must not be before the start" },
      { path: "reservations.2.lp", message: "Needs a plate (lp) or a tag (rfid)" },
      { path: "reservations.3.validFrom", message: "Must be an ISO 8601 time with an offset" },
      { path: "reservations.4.gracePeriodLatestEntry", message: "Must not be before the earliest entry" },
      { path: "reservations.4.gracePeriodLatestExit", message: "Must not be before the earliest entry" },
    ]);
    expect(await db.selectFrom("reservations").select("id").execute()).toEqual(before);
  });

  it("INT-4 reject an id that appears twice in one call", async () => {
    expect((await send({ reservations: [row(1), row(1)] })).status).toBe(400);
    const { status, body } = await send({ reservations: [row(1)], deleted: ["r-1"] });
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ message: "deleted: Has an externalId that is also stored" }),
    ]);
  });

  it("INT-4 accept at most ten thousand rows per call", async () => {
    const { status, body } = await send({ reservations: rows(10_000, 20_000) });
    expect([status, body]).toEqual([200, { added: 10_000, updated: 0, unchanged: 0, deleted: 0 }]);
    expect((await send({ reservations: rows(10_000, 20_001) })).status).toBe(400);
    await db
      .deleteFrom("reservations")
      .where(
        "externalId",
        "in",
        rows(10_000, 20_000).map(({ externalId }) => externalId),
      )
      .execute();
  });

  it("INT-4 reject a revoked key", async () => {
    const { body } = await server.call<{ key: string; id: number }>("POST /integration-keys", {
      body: { name: "Old", purpose: "integration" },
    });
    await server.call("DELETE /integration-keys/{id}", { params: { id: body.id } });
    expect((await send({ reservations: [] }, body.key)).status).toBe(401);
    expect((await server.call("DELETE /integration-keys/{id}", { params: { id: body.id } })).status).toBe(404);
  });

  it("INT-4 store the key itself nowhere", async () => {
    const stored = await db.selectFrom("integration_keys").selectAll().execute();
    const audited = await db.selectFrom("audit_log").selectAll().execute();
    expect(JSON.stringify([stored, audited])).not.toContain(made.key);
    const { body } = await server.call("GET /integration-keys");
    expect(JSON.stringify(body)).not.toContain(made.key);
  });

  it("INT-4 accept cloud identifiers in the same way", async () => {
    const identifiers = [
      { externalId: "1", type: "LICENSE_PLATE", iid: "ka-01 ab 1", vehicleType: "CAR" },
      { externalId: "2", type: "RFID", iid: "E200", lp: "KA01AB2", vehicleType: "any" },
    ];
    const put = (body: unknown, origin = "CLOUD") =>
      server.call("PUT /integrations/identifiers/{origin}", { params: { origin }, body }, made.key);
    expect((await put({ identifiers })).body).toEqual({ added: 2, updated: 0, unchanged: 0, deleted: 0 });
    const stored = await db.selectFrom("identifiers").select(["iidNormalized", "origin"]).execute();
    expect(stored).toContainEqual({ iidNormalized: "KA01AB1", origin: "CLOUD" });
    expect((await put({ identifiers }, "ADMIN")).status).toBe(404);
    const faulty = await put({ identifiers: [{ ...identifiers[0], vehicleType: "SPACESHIP" }] });
    expect(faulty.body).toMatchObject({ message: "identifiers.0.vehicleType: Invalid vehicle type" });
  });
});

describe("the list of reservations", () => {
  it("RES-2 has a hundred rows per page, with links to the next and previous page", async () => {
    const first = await page();
    expect([first.data.length, first.prev]).toEqual([100, null]);
    const second = await page({ cursor: first.next });
    const third = await page({ cursor: second.next });
    expect([third.data.length, third.next]).toEqual([50, null]);
    const ids = [...first.data, ...second.data, ...third.data].map(({ id }) => id);
    expect(new Set(ids).size).toBe(250);
    expect((await page({ cursor: third.prev })).data).toEqual(second.data);
    expect((await page({ cursor: second.prev })).data).toEqual(first.data);
  });

  it.each([
    [{}, 250],
    [{ limit: 1 }, 250],
    [{ lp: "B1007" }, 1],
    [{ lp: "%" }, 0],
  ])("RES-2 says how many reservations match %j on all pages", async (query, total) => {
    expect((await page(query)).total).toBe(total);
  });

  it("RES-2 stays correct while rows are added", async () => {
    const first = await page();
    await send({ reservations: rows(2000, 2010) });
    const second = await page({ cursor: first.next });
    expect(second.data[0]?.id).toBeLessThan(first.data.at(-1)?.id ?? 0);
    expect((await page({ cursor: second.prev })).data).toEqual(first.data);
    await send({ reservations: [], deleted: rows(2000, 2010).map(({ externalId }) => externalId) });
  });

  it.each([
    ["made up", () => "bm9uc2Vuc2U"],
    ["altered", (cursor: string) => `${cursor.slice(0, -2)}AA`],
    ["empty inside", () => ""],
  ])("RES-2 refuses a cursor that is %s", async (_, alter) => {
    const { next } = await page();
    const { status } = await server.call("GET /reservations", { query: { cursor: alter(next ?? "") || "AA" } });
    expect(status).toBe(400);
  });

  it("RES-2 rejects a cursor of another search", async () => {
    const { next } = await page();
    expect((await server.call("GET /reservations", { query: { cursor: next, lp: "KA" } })).status).toBe(400);
  });

  it.each([
    [{ lp: "ka-01 ab 1005" }, ["KA 01 AB 1005"]],
    [{ lp: "B1007" }, ["KA 01 AB 1007"]],
    [{ rfid: "e20011" }, ["KA 01 AB 1000"]],
    [{ lp: "NOBODY" }, []],
    [{ lp: "%" }, []],
    [{ rfid: "_-" }, []],
  ])("RES-3 finds %j however it is written", async (query, expected) => {
    const { data } = await page({ ...query, limit: 500 });
    expect(data.map(({ lp }) => lp)).toEqual(expected);
  });

  it.each([0, 501, "many"])("WIRE-2 rejects the limit %s", async (limit) => {
    expect((await server.call("GET /reservations", { query: { limit } })).status).toBe(400);
  });

  it("RES-1 has every field of a reservation, times in UTC", async () => {
    const { data } = await page({ lp: "1003" });
    expect(data[0]).toEqual({
      id: expect.any(Number),
      lp: "KA 01 AB 1003",
      rfid: null,
      validFrom: "2026-01-01T02:30:00.000Z",
      validTo: "2026-12-31T20:00:00.000Z",
      gracePeriodEarliestEntry: null,
      gracePeriodLatestEntry: null,
      gracePeriodLatestExit: null,
      driverFirstName: null,
      driverLastName: null,
      parkingAreaId: null,
      parkingUnitId: null,
      shouldAllowMultipleUsage: false,
    });
  });
});
