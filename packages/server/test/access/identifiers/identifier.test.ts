import { type Identifier, lookOf } from "@gatehouse/contract/entities/identifier/identifier";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { testServer } from "../../test-server.ts";

const server = await testServer();
const { db } = server.services;

interface Page {
  data: Identifier[];
  total: number;
  page: number;
  size: number;
}

interface Rejected {
  code: string;
  message: string | string[];
  errors?: { path: string; message: string }[];
}

const plate = (over: object = {}) => ({ type: "LICENSE_PLATE", iid: "MH 12 AB 1234", vehicleType: "CAR", ...over });
const tag = (over: object = {}) => ({ type: "RFID", iid: "E200 11", lp: "KA 05 MN 42", vehicleType: "any", ...over });

const add = async (draft: object) => (await server.call<Identifier>("POST /ac/ids", { body: draft })).body;
const rejected = (draft: object, query: object = {}) =>
  server.call<Rejected>("POST /ac/ids", { body: draft, query: query as Record<string, unknown> });
const list = async (query: object = {}) =>
  (await server.call<Page>("GET /ac/ids", { query: { scope: "ADMIN", ...query } })).body;
const found = async (query: object) => (await list(query)).data.map(({ iid }) => iid);

/** An identifier as another system would have sent it. */
async function sent(origin: string, iid: string): Promise<number> {
  const { id } = await db
    .insertInto("identifiers")
    .values({ origin, externalId: iid, type: "LICENSE_PLATE", iid, iidNormalized: iid, vehicleType: "CAR" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

beforeEach(async () => {
  await db.deleteFrom("identifiers").execute();
});

describe("adding an identifier", () => {
  it("ID-5 ID-6 stores the text as entered and its normalized form", async () => {
    const { status, body } = await server.call<Identifier>("POST /ac/ids", {
      query: { scope: "ADMIN" },
      body: plate({ iid: " mh-12 ab-1234 ", ownerName: "Asha", ownerEmail: "", validTo: "2026-12-31T23:59:59+05:30" }),
    });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        version: 1,
        origin: "ADMIN",
        type: "LICENSE_PLATE",
        iid: "mh-12 ab-1234",
        iidNormalized: "MH12AB1234",
        lp: null,
        vehicleType: "CAR",
        parkingId: null,
        orgName: null,
        ownerName: "Asha",
        ownerEmail: null,
        validFrom: null,
        validTo: "2026-12-31T18:29:59.000Z",
        groupIds: [],
        lastSeenAt: null,
      },
    ]);
  });

  it.each([
    [plate({ iid: " - " }), "iid", "Must have a letter or a digit"],
    [plate({ iid: "" }), "iid", "Required"],
    [tag({ lp: "" }), "lp", "Required"],
    [plate({ vehicleType: "SPACESHIP" }), "vehicleType", "Invalid vehicle type"],
    [tag({ vehicleType: " " }), "vehicleType", "Required"],
    [plate({ ownerEmail: "asha" }), "ownerEmail", "Must be a valid email"],
    [
      plate({ validFrom: "2026-02-01T00:00:00Z", validTo: "2026-01-01T00:00:00Z" }),
      "validTo",
      "Must not be before the start",
    ],
    [plate({ validFrom: "31/12/2026" }), "validFrom", "Must be an ISO 8601 time with an offset"],
  ])("ID-3 refuses %j at %s", async (draft, path, message) => {
    const { status, body } = await rejected(draft);
    expect([status, body.errors]).toEqual([400, [{ path, message }]]);
  });

  it("ID-5 refuses an existing plate in any notation", async () => {
    await add(plate());
    const { status, body } = await rejected(plate({ iid: "mh12-ab1234" }));
    expect([status, body.code, body.errors]).toEqual([
      409,
      "record/taken",
      [{ path: "iid", message: "This plate or tag already exists" }],
    ]);
  });

  it("ID-5 accepts a tag with the text of a plate, and a plate of another source", async () => {
    await sent("CLOUD", "MH12AB1234");
    await add(plate());
    expect((await add(tag({ iid: "MH 12 AB 1234" }))).id).toEqual(expect.any(Number));
  });

  it.each(["CLOUD", "BLM_CLOUD", "MYGATE"])("ID-2 is refused for %s", async (scope) => {
    const { status, body } = await rejected(plate(), { scope });
    expect([status, body.code]).toEqual([409, "identifier/not-admin"]);
  });
});

describe("changing and deleting an identifier", () => {
  const change = (id: number, body: object, more: object = {}) =>
    server.call<Rejected & Identifier>("PUT /ac/ids/{id}", { params: { id }, body, ...more });

  it("ID-5 replaces everything except type and plate or tag", async () => {
    const { id } = await add(plate({ ownerName: "Asha", orgName: "Lakeside" }));
    const { status, body } = await change(id, plate({ vehicleType: "2W", orgName: "Hill" }));
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, version: 2, vehicleType: "2W", ownerName: null, orgName: "Hill" });
  });

  it("ID-3 refuses to change the type and the plate or tag", async () => {
    const { id } = await add(plate());
    const { status, body } = await change(id, tag());
    expect([status, body.errors]).toEqual([
      400,
      [
        { path: "type", message: "Cannot be changed" },
        { path: "iid", message: "Cannot be changed" },
      ],
    ]);
  });

  it("ID-5 refuses a change based on an older version and returns the current record", async () => {
    const { id } = await add(plate());
    await change(id, plate({ ownerName: "Asha" }), { headers: { "if-match": "1" } });
    const { status, body } = await change(id, plate({ ownerName: "Ravi" }), { headers: { "if-match": "1" } });
    expect([status, body]).toMatchObject([409, { code: "record/changed", current: { version: 2, ownerName: "Asha" } }]);
  });

  it.each(["CLOUD", "BLM_CLOUD", "MYGATE"])("ID-2 is refused for those of %s", async (origin) => {
    const id = await sent(origin, "KA01");
    const draft = plate({ iid: "KA01", ownerName: "Mallory" });
    const outcomes = [
      await change(id, draft),
      await change(id, draft, { query: { scope: origin } }),
      await server.call<Rejected>("DELETE /ac/ids/{id}", { params: { id } }),
    ];
    expect(outcomes.map(({ status, body }) => [status, body.code])).toEqual(
      Array(3).fill([409, "identifier/not-admin"]),
    );
    expect((await list({ scope: origin })).data).toMatchObject([{ id, ownerName: null, version: 1 }]);
  });

  it("ID-5 deletes once", async () => {
    const { id } = await add(plate());
    const remove = async () => (await server.call("DELETE /ac/ids/{id}", { params: { id } })).status;
    expect([await remove(), await remove()]).toEqual([204, 404]);
    expect(await list()).toMatchObject({ total: 0 });
  });

  it("is audited row by row", async () => {
    const { id } = await add(plate());
    await change(id, plate({ ownerName: "Asha" }));
    await server.call("DELETE /ac/ids/{id}", { params: { id } });
    const trail = await db
      .selectFrom("audit_log")
      .select("action")
      .where("rowId", "=", `${id}`)
      .orderBy("id")
      .execute();
    expect(trail.map(({ action }) => action)).toEqual(["insert", "update", "delete"]);
  });
});

describe("the list of identifiers", () => {
  it("ID-1 WIRE-2 has pages of a hundred, newest first, with the exact total", async () => {
    for (let number = 0; number < 250; number += 1) await sent("CLOUD", `KA01${number}`);
    await sent("MYGATE", "MH12");
    const pages = await Promise.all([0, 1, 2, 3].map((page) => list({ scope: "CLOUD", page })));
    expect(pages.map(({ data, total, page, size }) => [data.length, total, page, size])).toEqual([
      [100, 250, 0, 100],
      [100, 250, 1, 100],
      [50, 250, 2, 100],
      [0, 250, 3, 100],
    ]);
    const order = pages.flatMap(({ data }) => data.map(({ iid }) => iid));
    expect(order).toEqual(Array.from({ length: 250 }, (_, index) => `KA01${249 - index}`));
  });

  it.each([
    ["without a source", undefined, ["MYGATE", "CLOUD", "ADMIN"]],
    ["with an empty source", "", ["MYGATE", "CLOUD", "ADMIN"]],
    ["with a source in another case", "MyGate", ["MYGATE"]],
    ["with a source in other words", "pz", ["CLOUD"]],
  ])("WIRE-8 %s has the identifiers of that source, or of all", async (_, scope, origins) => {
    await add(plate());
    await sent("CLOUD", "KA01");
    await sent("MYGATE", "MH12");
    const { data, total } = (await server.call<Page>("GET /ac/ids", { query: scope === undefined ? {} : { scope } }))
      .body;
    expect([data.map(({ origin }) => origin), total]).toEqual([origins, origins.length]);
  });

  it("WIRE-2 requires a known source and a valid page size", async () => {
    const queries = [{ scope: "ATTIC" }, { scope: "ADMIN", size: 501 }, { scope: "ADMIN", page: -1 }];
    const responses = await Promise.all(queries.map((query) => server.call("GET /ac/ids", { query })));
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400]);
  });

  describe("with a search", () => {
    beforeEach(async () => {
      await add(plate({ iid: "MH 12 AB 1234", ownerName: "Asha Rao", orgName: "Lakeside 50%" }));
      await add(plate({ iid: "DL-8C 1111", ownerName: "Ümit M.K. Öz", orgName: "x\\y" }));
      await add(tag({ iid: "E2:00:99", lp: "ka 05 mn 42", ownerName: "Hamkar" }));
    });

    it.each([
      ["mh12ab", ["MH 12 AB 1234"]],
      ["12-ab 12", ["MH 12 AB 1234"]],
      ["b1234", ["MH 12 AB 1234"]],
      ["KA05", ["E2:00:99"]],
      ["2-0.09", ["E2:00:99"]],
      ["asha r", ["MH 12 AB 1234"]],
      ["ümit", ["DL-8C 1111"]],
      ["ÖZ", ["DL-8C 1111"]],
      ["lakeSIDE", ["MH 12 AB 1234"]],
      ["m.k", ["DL-8C 1111"]],
      ["%", ["MH 12 AB 1234"]],
      ["x\\y", ["DL-8C 1111"]],
      ["_", []],
      ["ad", []],
      ["  asha  ", ["MH 12 AB 1234"]],
    ])("ID-1 finds by the part %j", async (search, expected) => {
      expect(await found({ search })).toEqual(expected);
    });

    it("ID-1 returns everything for an empty search", async () => {
      expect((await list({ search: "" })).total).toBe(3);
    });
  });

  it("ID-1 filters by expiring, expired and never seen", async () => {
    const inDays = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString();
    await add(plate({ iid: "SOON", validFrom: inDays(-9), validTo: inDays(29) }));
    await add(plate({ iid: "LATER", validTo: inDays(31) }));
    await add(plate({ iid: "NOT YET", validFrom: inDays(3), validTo: inDays(5) }));
    await add(plate({ iid: "OVER", validTo: inDays(-1) }));
    const { id } = await add(plate({ iid: "EVER" }));
    const lastSeenAt = new Date("2026-05-05T05:05:05.005Z");
    await db.insertInto("identifier_sightings").values({ identifierId: id, lastSeenAt }).execute();
    expect(await found({ filter: "expiring" })).toEqual(["SOON"]);
    expect(await found({ filter: "expired" })).toEqual(["OVER"]);
    expect(await found({ filter: "never-seen" })).toEqual(["OVER", "NOT YET", "LATER", "SOON"]);
    expect(await found({ filter: "never-seen", search: "o" })).toEqual(["OVER", "NOT YET", "SOON"]);
    expect((await list({ search: "ever" })).data).toMatchObject([{ lastSeenAt: "2026-05-05T05:05:05.005Z" }]);
  });
});

describe("look-alikes", () => {
  const alike = async (query: object) =>
    (await server.call<Identifier[]>("GET /ac/ids/look-alikes", { query: { type: "LICENSE_PLATE", ...query } })).body;

  it("ID-6 are the identifiers of all sources that could be misread as this one, except itself", async () => {
    await sent("CLOUD", "MHI2AB1O34");
    await sent("MYGATE", "MH12AB1234");
    const { id } = await add(plate({ iid: "MH 12 A8 1234" }));
    await add(tag({ iid: "MH 12 48 1234" }));
    expect((await alike({ iid: "mh 12 ab 1234" })).map(({ iid }) => iid)).toEqual(["MH 12 A8 1234"]);
    expect(await alike({ iid: "mh 12 ab 1234", except: id })).toEqual([]);
    expect((await alike({ iid: "MH12AB1034" })).map(({ origin }) => origin)).toEqual(["CLOUD"]);
  });

  it("ID-6 are the same for the database and the contract", async () => {
    const text = fc.stringMatching(/^[A-Z0-9]{0,40}$/);
    await fc.assert(
      fc.asyncProperty(text, async (normalized) => {
        const { rows } = await sql<{ look: string }>`select look_of(${normalized}) as look`.execute(db);
        expect(rows[0]?.look).toBe(lookOf(normalized));
      }),
      { numRuns: 200 },
    );
  });
});
