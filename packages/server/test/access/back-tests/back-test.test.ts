import type { BackTest, PolicyVersion, RuleEffect, ShadowEvent } from "@gatehouse/contract/entities/access/back-test";
import type { Rule } from "@gatehouse/contract/entities/access/rule";
import type { AuditEntry } from "@gatehouse/contract/entities/audit/audit";
import { afterAll, describe, expect, it } from "vitest";
import { fakeRelay } from "../../gate/hardware/fake-relay.ts";
import { poll } from "../../intake/ingest/ingest-site.ts";
import { accessSite } from "../rules/access-site.ts";

const site = await accessSite();
const { server } = site;
const relay = await fakeRelay("well");
afterAll(() => relay.close());
const entry = await site.plateGate(relay.port, { name: "Entry" });
const exit = await site.plateGate(relay.port, { name: "Exit", type: "X" });
const { id: contractors } = await site.add("groups", { name: "Contractors" });
await site.register("WORK 1", [contractors]);
await site.register("HOME 1");
await site.read(entry, "WORK1");
await site.read(exit, "WORK1");
await site.read(entry, "HOME1");

const everyone = { name: "Everyone", effect: "allow" };
const onlyContractors = { name: "Only contractors", effect: "allow", groupId: contractors };

async function backTest(body: Record<string, unknown>): Promise<BackTest> {
  const { id } = await site.create<BackTest>("POST /access/back-tests", body);
  let found: BackTest | undefined;
  await poll(async () => {
    found = (await server.call<BackTest>("GET /access/back-tests/{id}", { params: { id } })).body;
    expect(found.state).not.toBe("running");
  });
  expect(found).toMatchObject({ state: "done", progress: 1, failure: null });
  return found as BackTest;
}

const versions = async () => (await server.call<PolicyVersion[]>("GET /access/policy-versions")).body;
const rules = () => site.list("rules") as Promise<Rule[]>;

describe("back-tests on the real app", () => {
  it("RULE-9 replays past events under a draft policy in the background", async () => {
    const { result } = await backTest({ days: 7, rules: [onlyContractors] });
    expect(result).toMatchObject({
      events: 3,
      newlyDenied: 1,
      newlyAllowed: 0,
      unchanged: 2,
      undecidable: 0,
      grants: 3,
      vehicles: [{ vehicle: "HOME1", newlyDenied: 1, newlyAllowed: 0, undecidable: 0 }],
      changes: [
        {
          vehicle: "HOME1",
          gateName: "Entry",
          result: "newly-denied",
          before: { isGranted: true, reasonCode: "allow.identity" },
          after: { isGranted: false, reasonCode: "deny.no-rule" },
        },
      ],
    });
    expect(result?.cells.map(({ gateName, events }) => [gateName, events])).toEqual([
      ["Entry", 2],
      ["Exit", 1],
    ]);
  });

  it("RULE-9 a denied entry removes its paired exit", async () => {
    const draft = [{ name: "Nobody works", effect: "deny", groupId: contractors, direction: "N" }, everyone];
    const { result } = await backTest({ days: 30, rules: draft });
    expect(result).toMatchObject({ events: 2, newlyDenied: 1, removedExits: 1 });
  });

  it("RULE-9 tests what one rule would change beside all others, the generated first one included", async () => {
    const effectOf = async (body: Record<string, unknown>) =>
      (await server.call<RuleEffect>("POST /access/rules/effect", { body })).body;
    const first = "Everyone valid, all gates, always";
    expect(await effectOf(onlyContractors)).toEqual({
      days: 7,
      passages: 3,
      ofGroup: 2,
      atGates: 2,
      inTime: 2,
      differing: 0,
      decidedBy: [{ isGranted: true, code: "allow.rule", rule: first, passages: 2 }],
      broader: [{ effect: "allow", name: first }],
    });
    const ended = { ...onlyContractors, effect: "deny", validTo: "2020-01-01T00:00:00.000Z" };
    expect(await effectOf(ended)).toMatchObject({ atGates: 1, inTime: 0, differing: 0 });
    expect(await effectOf({ ...ended, times: "outside" })).toMatchObject({ inTime: 1, differing: 1, broader: [] });
    expect(await rules()).toEqual([]);
  });

  it("RULE-9 refuses input that is not complete, at its field", async () => {
    const faulty = [
      { body: { days: 8, rules: [] }, path: "days" },
      { body: { days: 7 }, path: "rules" },
      { body: { days: 7, version: 999_999 }, path: "version" },
      { body: { days: 7, rules: [{ name: "", effect: "allow" }] }, path: "rules.0.name" },
    ];
    for (const { body, path } of faulty) {
      const response = await server.call<{ errors: { path: string }[] }>("POST /access/back-tests", { body });
      expect([response.status, response.body.errors[0]?.path]).toEqual([400, path]);
    }
    expect((await server.call("GET /access/back-tests/{id}", { params: { id: 999_999 } })).status).toBe(404);
  });

  it("RULE-9 enforcing rules that deny more than 5% of last week's grants needs a typed confirmation", async () => {
    await site.add("rules", { ...everyone, mode: "off" });
    const off = (await rules()).find(({ name }) => name === everyone.name);
    await site.add("rules", onlyContractors);
    const first = (await rules()).find(({ name }) => name.startsWith("Everyone valid"));
    const removal = { params: { id: first?.id } };
    const rejected = await server.call("DELETE /access/rules/{id}", removal);
    expect([rejected.status, rejected.body]).toMatchObject([
      409,
      {
        code: "rule/confirmation-needed",
        confirmation: { text: first?.name, newlyDenied: 1, grants: 3, ownVehicles: [] },
      },
    ]);
    expect(rejected.body).toMatchObject({ message: expect.stringContaining(`Type "${first?.name}" to confirm.`) });
    const wrong = await server.call("DELETE /access/rules/{id}", { ...removal, query: { confirmation: "yes" } });
    expect(wrong.status).toBe(409);
    expect(await rules()).toHaveLength(3);
    const done = await server.call("DELETE /access/rules/{id}", { ...removal, query: { confirmation: first?.name } });
    expect(done.status).toBe(204);
    await site.settle();
    const { id, version, modeSince: _, ...fields } = off as Rule;
    const enforce = { ...fields, effect: "deny", mode: "enforced", direction: "N" };
    const put = { params: { id }, body: enforce, headers: { "if-match": `"${version}"` } };
    expect((await server.call("PUT /access/rules/{id}", put)).status).toBe(409);
    const harmless = { ...enforce, effect: "allow" };
    expect((await server.call("PUT /access/rules/{id}", { ...put, body: harmless })).status).toBe(200);
    await site.settle();
  });

  it("RULE-9 one's own vehicle needs the confirmation too", async () => {
    await site.db.updateTable("users").set({ name: "Olga Owner" }).execute();
    await site.db.updateTable("identifiers").set({ ownerName: "olga owner" }).where("iid", "=", "HOME 1").execute();
    for (let count = 0; count < 30; count++) {
      server.clock.advance(1_000);
      await site.read(count % 2 === 0 ? exit : entry, "WORK1");
    }
    const denied = { name: "Not HOME", effect: "deny", groupId: null, direction: "N" };
    const { id: guests } = await site.add("groups", { name: "Guests" });
    const home = await site.db
      .selectFrom("identifiers")
      .select("id")
      .where("iid", "=", "HOME 1")
      .executeTakeFirstOrThrow();
    await site.db.insertInto("identifier_groups").values({ identifierId: home.id, groupId: guests }).execute();
    const rejected = await server.call("POST /access/rules", { body: { ...denied, groupId: guests } });
    expect(rejected.body).toMatchObject({
      code: "rule/confirmation-needed",
      confirmation: { newlyDenied: 1, ownVehicles: ["HOME1"] },
    });
  });

  it("RULE-9 a shadow rule needs no confirmation, decides nothing, and its results are listed", async () => {
    const shadow = { name: "Shut", effect: "deny", direction: "N", mode: "shadow" };
    const { status } = await server.call("POST /access/rules", { body: shadow });
    expect(status).toBe(201);
    await site.settle();
    server.clock.advance(60_000);
    expect(await site.read(entry, "HOME1")).toMatchObject({ isGranted: true });
    const { body } = await server.call<ShadowEvent[]>("GET /access/shadow-results");
    const text = 'Would have been denied by "Shut"';
    expect(body[0]).toMatchObject({ vehicle: "HOME1", rule: "Shut", text });
    const [latest, earlier] = await site.events<{ id: number; shadow: string[] | null }>("ac", { search: "HOME1" });
    expect([latest?.shadow, earlier?.shadow]).toEqual([[text], null]);
    expect(await site.why("ac", latest?.id ?? 0)).toMatchObject({
      event: { shadow: [text] },
      shadow: [{ name: "Shut", text }],
    });
  });

  it("RULE-9 versions are listed, compared by replay, and restored with their memberships", async () => {
    const [before] = await versions();
    const count = (await rules()).length;
    await site.add("rules", { name: "Everyone out", effect: "deny", direction: "N" });
    const [after] = await versions();
    expect([before?.isCurrent, after?.isCurrent, after?.rules]).toEqual([true, true, count + 1]);
    await site.db.deleteFrom("identifier_groups").where("groupId", "=", contractors).execute();
    const { result } = await backTest({ days: 7, version: after?.version, against: before?.version });
    expect(result?.newlyAllowed).toBe(0);
    expect(result?.newlyDenied).toBeGreaterThan(0);
    const restored = await server.call<PolicyVersion>("POST /access/policy-versions/{id}/restore", {
      params: { id: before?.version },
      body: {},
    });
    expect([restored.status, restored.body.rules], JSON.stringify(restored.body)).toEqual([200, count]);
    expect((await rules()).map(({ name }) => name)).not.toContain("Everyone out");
    const members = await site.db
      .selectFrom("identifier_groups")
      .select("groupId")
      .where("groupId", "=", contractors)
      .execute();
    expect(members).toHaveLength(1);
    const entity = "policy_versions";
    const { body: trail } = await server.call<{ data: AuditEntry[] }>("GET /audit", { query: { entity } });
    expect(trail.data[0]?.summary).toBe(`Restored version ${before?.version} of the access rules`);
    const missing = { params: { id: 999_999 }, body: {} };
    expect((await server.call("POST /access/policy-versions/{id}/restore", missing)).status).toBe(404);
  });
});
