import type { EndpointKey } from "@gatehouse/contract/endpoint";
import type { Identifier } from "@gatehouse/contract/entities/identifier/identifier";
import { beforeEach, describe, expect, it } from "vitest";
import { testServer } from "../../test-server.ts";
import { download, multipart } from "./multipart.ts";

const server = await testServer();
const { db } = server.services;

const addGroup = async (name: string) =>
  (await server.call<{ id: number }>("POST /access/groups", { body: { name } })).body.id;
const residents = await addGroup("Residents");
const staff = await addGroup("Staff, day");

const upload = (content: string, query: Record<string, unknown> = {}) =>
  server.call<Record<string, unknown>>("POST /ac/upload-lps", {
    query,
    ...multipart({ field: "lps", content, filename: "plates.csv" }),
  });
const listed = async (query: Record<string, unknown> = {}) =>
  (await server.call<{ data: Identifier[]; total: number }>("GET /ac/ids", { query })).body;
const groupsOf = async () =>
  Object.fromEntries((await listed()).data.map(({ iid, groupIds }) => [iid, groupIds] as const));

beforeEach(async () => {
  await db.deleteFrom("identifiers").execute();
});

describe("the groups of identifiers in CSV files", () => {
  it("RULE-2 are imported by name, in any case, and counted as changes", async () => {
    const quoted = 'lp,vehicleType,groups\nMH 1,CAR,"residents; STAFF, day;residents"\nMH 2,CAR,Residents\nMH 3,CAR,\n';
    expect((await upload(quoted)).body).toMatchObject({ added: 3 });
    expect(await groupsOf()).toEqual({ "MH 1": [residents, staff], "MH 2": [residents], "MH 3": [] });
    const changed = "lp,vehicleType,groups\nMH 1,CAR,Residents\nMH 2,CAR,Residents\nMH 3,CAR,\n";
    expect((await upload(changed, { dryRun: true })).body).toMatchObject({ updated: 1, unchanged: 2 });
    expect((await upload(changed)).body).toMatchObject({ updated: 1, unchanged: 2 });
    expect(await groupsOf()).toEqual({ "MH 1": [residents], "MH 2": [residents], "MH 3": [] });
  });

  it("RULE-9 are recorded once for each change", async () => {
    const recorded = async () =>
      (await db.selectFrom("identifier_group_changes").select(["groupId", "isMember"]).orderBy("id").execute()).map(
        ({ groupId, isMember }) => [groupId, isMember],
      );
    await db.deleteFrom("identifier_group_changes").execute();
    const first = "lp,vehicleType,groups\nMH 1,CAR,Residents\n";
    await upload(first);
    await upload(first);
    expect(await recorded()).toEqual([[residents, true]]);
    await upload('lp,vehicleType,groups\nMH 1,CAR,"Staff, day"\n');
    expect(await recorded()).toEqual([
      [residents, true],
      [residents, false],
      [staff, true],
    ]);
    const ended = await db
      .selectFrom("identifier_group_changes")
      .select("groupId")
      .where("endedAt", "is not", null)
      .execute();
    expect(ended).toEqual([{ groupId: residents }]);
  });

  it("RULE-2 stay as they are if the file does not have the column", async () => {
    await upload("lp,vehicleType,groups\nMH 1,CAR,Residents\n");
    expect((await upload("lp,vehicleType\nMH 1,2W\n")).body).toMatchObject({ updated: 1 });
    expect(await groupsOf()).toEqual({ "MH 1": [residents] });
  });

  it("RULE-2 an unknown group is a fault of its line", async () => {
    const { status, body } = await upload("lp,vehicleType,groups\nMH 1,CAR,Residents\nMH 2,CAR,Ghosts;Elves\n");
    expect([status, body.faults]).toEqual([
      400,
      [{ line: 3, messages: ["Groups: No group has the name Ghosts, Elves. Groups: Residents, Staff, day"] }],
    ]);
    expect((await listed()).total).toBe(0);
  });

  it("RULE-2 are exported, and importing the file changes nothing", async () => {
    await upload('lp,vehicleType,groups\nMH 1,CAR,"Staff, day; Residents"\n');
    const { body } = await download(server, "GET", "/ac/ids/export?scope=ADMIN&type=LICENSE_PLATE");
    expect(body).toContain('"Residents; Staff, day"');
    expect((await upload(body)).body).toMatchObject({ rows: 1, unchanged: 1 });
  });
});

describe("the groups of identifiers elsewhere", () => {
  it("RULE-2 filter the list and the export", async () => {
    await upload("lp,vehicleType,groups\nMH 1,CAR,Residents\nMH 2,CAR,\n");
    const members = await listed({ groupId: residents });
    expect([members.total, members.data.map(({ iid }) => iid)]).toEqual([1, ["MH 1"]]);
    expect((await listed({ groupId: staff })).total).toBe(0);
    const { body } = await download(server, "GET", `/ac/ids/export?scope=ADMIN&groupId=${residents}`);
    expect(body.split("\r\n")).toHaveLength(3);
  });

  it("RULE-2 a name with the separator of CSV files is refused", async () => {
    const response = await server.call("POST /access/groups", { body: { name: "a;b" } });
    expect(response).toMatchObject({ status: 400, body: { errors: [{ path: "name" }] } });
  });
});

describe("the groups of identifiers from another system", async () => {
  const { body: made } = await server.call<{ key: string }>("POST /integration-keys", {
    body: { name: "Cloud", purpose: "integration" },
  });
  const put = (identifiers: object[]) =>
    server.call<Record<string, unknown>>(
      "PUT /integrations/identifiers/{origin}" as EndpointKey,
      { params: { origin: "CLOUD" }, body: { identifiers } },
      made.key,
    );
  const row = (over: object = {}) => ({
    externalId: "i1",
    type: "LICENSE_PLATE",
    iid: "KA 1",
    vehicleType: "CAR",
    ...over,
  });

  it("RULE-2 INT-4 are set, kept without the field, and counted as changes", async () => {
    expect((await put([row({ groupIds: [residents, staff] })])).body).toMatchObject({ added: 1, updated: 0 });
    expect(await groupsOf()).toEqual({ "KA 1": [residents, staff] });
    expect((await put([row()])).body).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await groupsOf()).toEqual({ "KA 1": [residents, staff] });
    expect((await put([row({ groupIds: [staff] })])).body).toMatchObject({ updated: 1, unchanged: 0 });
    expect((await put([row({ groupIds: [], ownerName: "Asha" })])).body).toMatchObject({ updated: 1, unchanged: 0 });
    expect(await groupsOf()).toEqual({ "KA 1": [] });
  });

  it("RULE-2 INT-4 an unknown group refuses the whole call at its row", async () => {
    const response = await put([row(), row({ externalId: "i2", iid: "KA 2", groupIds: [999_999] })]);
    expect(response).toMatchObject({ status: 400, body: { errors: [{ path: "identifiers.1.groupIds" }] } });
    expect((await listed()).total).toBe(0);
  });
});
