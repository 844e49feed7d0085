import type { ImportOutcome } from "@gatehouse/contract/entities/identifier/identifier";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { testServer } from "../../test-server.ts";
import { multipart } from "./multipart.ts";

const server = await testServer();
const { db } = server.services;

type Answer = ImportOutcome & { code: string; message: string; errors: { path: string; message: string }[] };

const plates = (content: string | Buffer, query: Record<string, unknown> = {}) =>
  server.call<Answer>("POST /ac/upload-lps", {
    query,
    ...multipart({ field: "lps", content, filename: "our plates.csv" }),
  });
const tags = (content: string, query: Record<string, unknown> = {}) =>
  server.call<Answer>("POST /ac/upload-rfids", { query, ...multipart({ field: "rfids", content, filename: "t.csv" }) });
const stored = () => db.selectFrom("identifiers").selectAll().where("origin", "=", "ADMIN").orderBy("id").execute();
const counts = ({ rows, added, updated, unchanged, faulty }: ImportOutcome) => [
  rows,
  added,
  updated,
  unchanged,
  faulty,
];

const { body: configs } = await server.call<{ id: number; key: string }[]>("GET /configs/{scope}", {
  params: { scope: "global" },
});
await server.call("PUT /configs/{id}", {
  params: { id: configs.find(({ key }) => key === "timeZone")?.id },
  body: { key: "timeZone", dataType: "STRING", value: "Asia/Kolkata", scope: "global" },
});

beforeEach(async () => {
  await db.deleteFrom("identifiers").execute();
  await db.deleteFrom("audit_log").execute();
});

describe("importing a file", () => {
  it("ID-4 lists a line with a character that can't be stored as faulty", async () => {
    const { status, body } = await plates("lp,vehicleType\nMH 12\0 AB 1,CAR\nMH 12 AB 2,CAR\n", { dryRun: true });
    expect([status, counts(body)]).toEqual([200, [2, 1, 0, 0, 1]]);
    expect(body.faults).toEqual([
      expect.objectContaining({ line: 2, messages: ["License plate: Contains a character that cannot be stored"] }),
    ]);
  });

  it("ID-4 counts added, updated and unchanged identifiers", async () => {
    const first = await plates("lp,vehicleType,ownerName\nMH 12 AB 1,CAR,Asha\nMH 12 AB 2,2W,\nMH 12 AB 3,2W,\n");
    expect([first.status, counts(first.body)]).toEqual([200, [3, 3, 0, 0, 0]]);
    const again = await plates(
      "LP;Vehicle Type;owner_name\r\nmh12ab1;CAR;Asha\r\nMH 12 AB 2;CAR;\r\n\r\nNEW 4;CAR;\r\n",
    );
    expect([again.status, counts(again.body)]).toEqual([200, [3, 1, 1, 1, 0]]);
    expect(
      (await stored()).map(({ iid, vehicleType, ownerName, version }) => [iid, vehicleType, ownerName, version]),
    ).toEqual([
      ["MH 12 AB 1", "CAR", "Asha", 1],
      ["MH 12 AB 2", "CAR", null, 2],
      ["MH 12 AB 3", "2W", null, 1],
      ["NEW 4", "CAR", null, 1],
    ]);
  });

  it("ID-4 ID-6 stores every column, with dates in the site's time zone", async () => {
    const heading = "rfid,lp,vehicleType,ownerName,ownerEmail,orgName,parkingId,validFrom,validTo";
    await tags(`\u{feff}${heading}\n"E2 00\\x",KA 5,any,"Rao, ""A""",a@example.com,Lake,P-1,2026-01-01,31/12/2026`, {
      dates: "day-first",
      scope: "ADMIN",
    });
    expect(await stored()).toMatchObject([
      {
        type: "RFID",
        iid: "E2 00\\x",
        iidNormalized: "E200X",
        lp: "KA 5",
        vehicleType: "any",
        ownerName: 'Rao, "A"',
        ownerEmail: "a@example.com",
        orgName: "Lake",
        parkingId: "P-1",
        validFrom: "2025-12-31T18:30:00.000Z",
        validTo: "2026-12-31T18:29:59.999Z",
        searchText: 'E200X KA5\nRAO, "A"\nLAKE',
      },
    ]);
  });

  it("ID-4 keeps the values of columns that the file lacks", async () => {
    await plates("lp,vehicleType,ownerName,validFrom\nA1,CAR,Asha,2026-03-01");
    await plates("lp,vehicleType\nA1,2W");
    expect(await stored()).toMatchObject([{ vehicleType: "2W", ownerName: "Asha" }]);
    const turned = await plates("lp,vehicleType,validTo\nA1,2W,2026-02-01", { dryRun: true });
    expect(turned.body.faults).toEqual([{ line: 2, messages: ["Valid to: Is before the identifier's start"] }]);
  });

  it("ID-4 changes no other source and no other type", async () => {
    await db
      .insertInto("identifiers")
      .values({
        origin: "CLOUD",
        externalId: "1",
        type: "LICENSE_PLATE",
        iid: "A1",
        iidNormalized: "A1",
        vehicleType: "CAR",
      })
      .execute();
    await tags("rfid,lp,vehicleType\nA1,B1,any");
    expect(counts((await plates("lp,vehicleType\nA1,2W")).body)).toEqual([1, 1, 0, 0, 0]);
    expect(await db.selectFrom("identifiers").select(["origin", "vehicleType"]).orderBy("id").execute()).toEqual([
      { origin: "CLOUD", vehicleType: "CAR" },
      { origin: "ADMIN", vehicleType: "any" },
      { origin: "ADMIN", vehicleType: "2W" },
    ]);
  });

  it("ID-4 writes one audit entry with the file's name and the counts", async () => {
    await plates("lp,vehicleType\nA1,CAR\nA2,CAR");
    const trail = await db.selectFrom("audit_log").selectAll().execute();
    expect(trail).toMatchObject([
      {
        action: "import",
        tableName: "identifiers",
        username: "admin",
        call: "POST /ac/upload-lps",
        after: { file: "our plates.csv", rows: 2, added: 2, updated: 0, unchanged: 0 },
      },
    ]);
  });

  it("ID-2 is refused for other sources", async () => {
    const { status, body } = await plates("lp,vehicleType\nA1,CAR", { scope: "MYGATE" });
    expect([status, body.code]).toEqual([409, "identifier/not-admin"]);
  });

  it("ID-4 runs one import at a time", async () => {
    // Enough lines for a nested loop to time out; the table has no statistics yet.
    const file = (owner: string) =>
      `lp,vehicleType,ownerName\n${Array.from({ length: 8_000 }, (_, index) => `KA ${index},CAR,${owner}`).join("\n")}`;
    const both = await Promise.all([plates(file("Asha")), plates(file("Ravi"))]);
    expect(both.map(({ body }) => [body.added, body.updated]).sort()).toEqual([
      [0, 8_000],
      [8_000, 0],
    ]);
    expect(new Set((await stored()).map(({ ownerName }) => ownerName)).size).toBe(1);
  });
});

describe("importing an identifier that is added concurrently", () => {
  it("ID-4 updates the added identifier", async () => {
    const entering = await db.startTransaction().execute();
    await entering
      .insertInto("identifiers")
      .values({ origin: "ADMIN", type: "LICENSE_PLATE", iid: "MH 1", iidNormalized: "MH1", vehicleType: "CAR" })
      .execute();
    const importing = plates("lp,vehicleType\nMH 0,2W\nMH 1,2W");
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(db)).rows, { interval: 5 }).toHaveLength(1);
    await entering.commit().execute();
    expect(counts((await importing).body)).toEqual([2, 1, 1, 0, 0]);
    expect((await stored()).map(({ iid, vehicleType }) => [iid, vehicleType])).toContainEqual(["MH 1", "2W"]);
  });
});

describe("a file with faults", () => {
  const invalidVehicleType =
    "Vehicle type: Invalid vehicle type. Accepted: Car (CAR), Dumper (DUMPER), Light motor vehicle (LMV), Oil tanker (OIL_TANKER), Truck (TRUCK), Multi-purpose vehicle (MPV), Four-wheeler (4W), Two-wheeler (2W), Cycle (CYCLE)";
  const file = [
    "lp,vehicleType,ownerEmail",
    "MH 1,CAR,",
    "MH 2,SPACESHIP,asha",
    '"MH',
    '3",CAR,',
    "mh-1,CAR,",
    "",
    "MH 4,CAR",
    "MH 2,CAR,",
  ].join("\r\n");
  const errors = [
    { line: 3, messages: ["Email: Must be a valid email", invalidVehicleType] },
    { line: 4, messages: ["License plate: Contains a character that cannot be stored"] },
    { line: 6, messages: ["License plate: Is already on line 2"] },
    { line: 8, messages: ["Has 2 cells where the heading has 3"] },
    { line: 9, messages: ["License plate: Is already on line 3"] },
  ];

  it("ID-4 stores nothing and reports every faulty line with all reasons", async () => {
    const { status, body } = await plates(file);
    expect([status, body.code, body.message]).toEqual([
      400,
      "import/faulty",
      "Nothing was imported, because 5 lines are faulty",
    ]);
    expect(body.faults).toEqual(errors);
    expect(body.errors).toContainEqual({ path: "line 3", message: invalidVehicleType });
    expect(counts(body)).toEqual([6, 0, 0, 0, 5]);
    expect(await stored()).toEqual([]);
    expect(await db.selectFrom("audit_log").selectAll().execute()).toEqual([]);
  });

  it("ID-4 reports the same in a dry run, with the changes of the valid lines", async () => {
    await plates("lp,vehicleType\nMH 9,CAR\nMH 8,2W");
    const { status, body } = await plates(`${file}\r\nMH 9,2W,\r\nMH 8,2W,\r\n`, { dryRun: true });
    expect([status, body.isDryRun, body.faults]).toEqual([200, true, errors]);
    expect(counts(body)).toEqual([8, 1, 1, 1, 5]);
    expect((await stored()).map(({ iid, vehicleType }) => [iid, vehicleType])).toEqual([
      ["MH 9", "CAR"],
      ["MH 8", "2W"],
    ]);
  });

  it("ID-4 is imported without its faulty lines if the caller skips them", async () => {
    const good = Array.from({ length: 480 }, (_, index) => `KA ${index},Car`);
    const content = ["Plate,Type", ...good, ...Array.from({ length: 20 }, (_, index) => `KB ${index},Spaceship`)].join(
      "\n",
    );
    const { status, body } = await plates(content, { faulty: "skip" });
    expect([status, counts(body), body.faults.length]).toEqual([200, [500, 480, 0, 0, 20], 20]);
    expect((await stored()).map(({ vehicleType }) => vehicleType)).toEqual(good.map(() => "CAR"));
    const trail = await db.selectFrom("audit_log").selectAll().execute();
    expect(trail).toMatchObject([{ action: "import", after: { rows: 500, added: 480, faulty: 20 } }]);
  });

  it("ID-4 is refused if it has no other line, although the caller skips faulty ones", async () => {
    const { status, body } = await plates("lp,vehicleType\nMH 1,SPACESHIP", { faulty: "skip" });
    expect([status, body.message]).toEqual([400, "Nothing was imported, because one line is faulty"]);
    const headings = await plates("lp,Colour\nMH 1,red", { faulty: "skip" });
    expect([headings.status, headings.body.code]).toEqual([400, "import/faulty"]);
  });

  it("ID-4 has the columns that the caller chose", async () => {
    const content = "Kennzeichen,Farbe,Typ\nMH 1,red,car";
    const { body } = await plates(content, { columns: "lp,ignore,vehicleType" });
    expect(body.columns).toEqual([
      { heading: "Kennzeichen", field: "lp", example: "MH 1" },
      { heading: "Farbe", field: "ignore", example: "red" },
      { heading: "Typ", field: "vehicleType", example: "car" },
    ]);
    expect(await stored()).toMatchObject([{ iid: "MH 1", vehicleType: "CAR" }]);
    expect((await plates(content, { columns: "plate" })).body.errors).toEqual([
      expect.objectContaining({ path: "columns", message: expect.stringMatching(/^Must be rfid, lp, /) }),
    ]);
  });

  it("ID-4 reports the field of each heading and refuses unknown headings", async () => {
    const content = "LP,Vehicle Type,Colour\nMH 1,CAR,red";
    const { status, body } = await plates(content);
    const known = "License plate, Vehicle type, Owner, Email, Organisation, Parking ID, Valid from, Valid to, Groups";
    expect([status, body.faults, body.columns]).toEqual([
      400,
      [{ line: 1, messages: [`"Colour" is not a known column. Known: ${known}`] }],
      [
        { heading: "LP", field: "lp", example: "MH 1" },
        { heading: "Vehicle Type", field: "vehicleType", example: "CAR" },
        { heading: "Colour", field: null, example: "red" },
      ],
    ]);
    const dry = await plates(content, { dryRun: true });
    expect([dry.status, dry.body.faulty, dry.body.faults]).toEqual([200, 1, body.faults]);
  });

  it.each([
    ["is empty", "", "The file is empty: its first line must name the columns"],
    [
      "is UTF-16",
      Buffer.from("\u{feff}lp,vehicleType\nMH,CAR", "utf16le"),
      "The file is not UTF-8: save it as CSV UTF-8",
    ],
    [
      "is UTF-16 without a byte order mark",
      Buffer.from("lp,vehicleType\nMH,CAR", "utf16le"),
      "The file is not UTF-8: save it as CSV UTF-8",
    ],
  ])("ID-4 that %s is reported", async (_, content, message) => {
    const { body } = await plates(content, { dryRun: true });
    expect([body.faults, body.columns]).toEqual([[{ line: 1, messages: [message] }], []]);
  });

  it("ID-4 that has no headings is reported", async () => {
    const { body } = await plates("MH 1,CAR", { dryRun: true });
    expect(body.faults[0]?.messages).toContain("The column License plate is missing");
  });

  it("ID-4 that is not UTF-8 is reported on the line", async () => {
    const { body } = await plates(Buffer.from("lp,vehicleType,ownerName\nMH 1,CAR,M\u{fc}ller", "latin1"));
    expect(body.faults).toEqual([{ line: 2, messages: ["Is not UTF-8: save the file as CSV UTF-8"] }]);
  });

  it("ID-4 lists the first two hundred and counts the rest", async () => {
    const { body } = await plates(`lp,vehicleType\n${"MH 1,SPACESHIP\n".repeat(1_000)}`, { dryRun: true });
    expect([body.faulty, body.faults.length, body.faults[0]?.line]).toEqual([1_000, 200, 2]);
  });
});
