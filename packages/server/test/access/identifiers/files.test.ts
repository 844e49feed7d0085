import type { ImportOutcome } from "@gatehouse/contract/entities/identifier/identifier";
import { beforeEach, describe, expect, it } from "vitest";
import { testServer } from "../../test-server.ts";
import { download, multipart } from "./multipart.ts";

const server = await testServer();
const { db } = server.services;

const file = (content: string) => multipart({ field: "lps", content, filename: "plates.csv" });
const plates = async (content: string, query: Record<string, unknown> = {}) =>
  (await server.call<ImportOutcome>("POST /ac/upload-lps", { query, ...file(content) })).body;
const exported = (query: string) => download(server, "GET", `/ac/ids/export?scope=ADMIN${query}`);

await db.updateTable("configs").set({ value: '"Asia/Kolkata"' }).where("key", "=", "timeZone").execute();

beforeEach(async () => {
  await db.deleteFrom("identifiers").execute();
});

describe("exporting a list", () => {
  it("ID-1 returns a file of the source, newest first, with times in the site's time zone", async () => {
    await plates('lp,vehicleType,ownerName,validTo\nMH 1,CAR,Asha,2026-12-31\nMH 2,2W,"Rao; ""R""",');
    await server.call("POST /ac/ids", { body: { type: "RFID", iid: "E2", lp: "KA 5", vehicleType: "any" } });
    const { id } = await db.selectFrom("identifiers").select("id").where("iid", "=", "E2").executeTakeFirstOrThrow();
    await db
      .insertInto("identifier_sightings")
      .values({ identifierId: id, lastSeenAt: new Date("2026-05-05T00:00:00Z") })
      .execute();
    const { headers, body } = await exported("");
    expect(headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="identifiers-admin.csv"',
      "x-content-type-options": "nosniff",
    });
    expect(body.split("\r\n")).toEqual([
      "rfid,lp,vehicleType,ownerName,ownerEmail,orgName,parkingId,validFrom,validTo,groups,lastSeenAt",
      "E2,KA 5,any,,,,,,,,2026-05-05T05:30:00.000+05:30",
      ',MH 2,2W,"Rao; ""R""",,,,,,,',
      ",MH 1,CAR,Asha,,,,,2026-12-31T23:59:59.999+05:30,,",
      "",
    ]);
  });

  it("ID-1 applies the search and the filter", async () => {
    await plates("lp,vehicleType,validTo\nMH 1,CAR,2020-01-01\nMH 2,CAR,\nKA 3,CAR,2020-01-01");
    const lines = (await exported("&search=mh&filter=expired&type=LICENSE_PLATE")).body.split("\r\n");
    expect(lines.slice(1)).toEqual([expect.stringMatching(/^MH 1,/), ""]);
  });

  it("ID-4 contains no formulas, and importing it changes nothing", async () => {
    await plates('lp,vehicleType,ownerName,orgName\n-MH 1,CAR,\'=cmd(),"a""b,c"\nMH 2,CAR,@b,\'x\nMH 3,2W,+1,-');
    const before = await db.selectFrom("identifiers").selectAll().orderBy("id").execute();
    expect(before.map(({ ownerName }) => ownerName)).toEqual(["=cmd()", "@b", "+1"]);
    const { body } = await exported("&type=LICENSE_PLATE");
    expect(body).toContain("\r\n'-MH 1,CAR,'=cmd(),");
    expect(await plates(body)).toMatchObject({ rows: 3, added: 0, updated: 0, unchanged: 3 });
    await db.deleteFrom("identifiers").execute();
    await plates(body);
    const after = await db.selectFrom("identifiers").selectAll().orderBy("id", "desc").execute();
    expect(after.map(({ id: _, ...row }) => row)).toEqual(before.map(({ id: _, ...row }) => row));
  });

  it("ID-1 requires sign-in and a source", async () => {
    expect((await server.app.inject({ url: "/api/ac/ids/export?scope=ADMIN" })).statusCode).toBe(401);
    expect((await download(server, "GET", "/ac/ids/export")).json()).toMatchObject({ code: "request/invalid" });
  });
});

describe("the faulty lines of a file", () => {
  const faulty = (content: string) => download(server, "POST", "/ac/upload-lps/faulty", file(content));

  it("ID-4 are returned unchanged as CSV with their reasons", async () => {
    const { headers, body } = await faulty(
      'LP;Vehicle Type;owner\u{20}name\r\nMH 1;CAR;\r\nMH 2;"SPACE;SHIP";\'=x\r\n\r\nmh1;CAR;"a\r\nb"\r\nMH 4;CAR\r\nMH 5;CAR;;6',
    );
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(body.replace(/Accepted: [^;]+/, "Accepted: …")).toBe(
      [
        "reason;LP;Vehicle Type;owner name",
        `Vehicle type: Invalid vehicle type. Accepted: …;MH 2;"SPACE;SHIP";'=x`,
        '"Owner: Contains a character that cannot be stored; License plate: Is already on line 2";mh1;CAR;"a\r\nb"',
        "Has 2 cells where the heading has 3;MH 4;CAR;",
        "Has 4 cells where the heading has 3;MH 5;CAR;;6",
        "",
      ].join("\r\n"),
    );
  });

  it("ID-4 can be corrected in that file and uploaded again", async () => {
    const { body } = await faulty("lp,vehicleType\nMH 1,CAR\nMH 2,SPACESHIP");
    expect(await plates(body.replace("SPACESHIP", "2W"))).toMatchObject({ added: 1, faulty: 0 });
    expect((await faulty(body)).body).toBe(body);
  });

  it("ID-4 have headings that need no choice, once the caller chose their columns", async () => {
    const chosen = "/ac/upload-lps/faulty?columns=lp,ignore,vehicleType";
    const { body } = await download(server, "POST", chosen, file("Kennzeichen,Farbe,Typ\nMH 1,red,car\n..,red,car"));
    expect(body).toBe("reason,lp,vehicleType\r\nLicense plate: Must have a letter or a digit,..,car\r\n");
    expect(await plates(body.replace("..", "MH 2"))).toMatchObject({ added: 1, faulty: 0 });
  });

  it("ID-4 are not returned if the headings are faulty", async () => {
    const response = await faulty("lp,colour\nMH 1,red");
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      {
        code: "import/faulty",
        errors: [{ path: "line 1" }, { path: "line 1", message: "The column Vehicle type is missing" }],
      },
    ]);
  });

  it("ID-4 store nothing", async () => {
    await faulty("lp,vehicleType\nMH 1,CAR");
    expect(await db.selectFrom("identifiers").selectAll().execute()).toEqual([]);
  });
});
