import type { SearchResult } from "@gatehouse/contract/entities/search";
import { maxSearchLength } from "@gatehouse/contract/fields/query";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { longTexts } from "../../../../contract/test/long-texts.ts";
import { engineSite } from "../../intake/ingest/ingest-site.ts";
import { createPeople } from "../../people/users/people.ts";
import { createFullGate } from "../../people/users/two-gates.ts";

const site = await engineSite();
const { server } = site;
const people = createPeople(server);
const own = await createFullGate(site, "ALPHA", "127.30.0.1");
await createFullGate(site, "BRAVO", "127.30.0.2");
const limited = await people.signIn({ role: "administrator", gateIds: [own.gateId] });
const guard = await people.signIn({ role: "guard", username: "asha", name: "Asha Rao" });

async function find(text: string, token?: string): Promise<SearchResult[]> {
  const { status, body } = await server.call<SearchResult[]>("GET /search", { query: { text } }, token);
  expect(status).toBe(200);
  return body;
}
const namesOf = (found: readonly SearchResult[], kind: string) =>
  found.filter((one) => one.kind === kind).map(({ title }) => title);

describe("the search of the command palette", () => {
  it("finds gates and devices by a part of their name", async () => {
    const found = await find("alpha");
    expect(namesOf(found, "gates")).toHaveLength(1);
    expect(new Set(found.map(({ kind }) => kind))).toContain("cameras");
    expect(found.every(({ title, detail }) => /alpha/i.test(`${title} ${detail}`))).toBe(true);
  });

  it("finds plates in any notation, and by their owner", async () => {
    await server.call("POST /ac/ids", {
      body: { type: "LICENSE_PLATE", iid: "KA05MX4321", vehicleType: "CAR", ownerName: "Meera Iyer" },
    });
    expect(await find("ka-05 mx")).toMatchObject([{ kind: "identifiers", title: "KA05MX4321", scope: "ADMIN" }]);
    expect(await find("meera")).toMatchObject([{ kind: "identifiers", detail: "Meera Iyer" }]);
  });

  it("ROLE-1 finds people only for those who manage them", async () => {
    expect(namesOf(await find("asha"), "users")).toEqual(["Asha Rao"]);
    expect(namesOf(await find("asha", guard.token), "users")).toEqual([]);
    expect(namesOf(await find("asha", limited.token), "users")).toEqual([]);
  });

  it("ROLE-3 finds nothing of other gates for people who are limited to gates", async () => {
    expect(namesOf(await find("alpha", limited.token), "gates")).toHaveLength(1);
    expect(await find("bravo", limited.token)).toEqual([]);
    expect(await find("bravo")).not.toEqual([]);
  });

  it("RULE-4 ROLE-3 finds a vehicle first, with where it is or was last seen, at one's own gates only", async () => {
    expect((await site.push(own.sender, site.plateEvent("KA05MX4321"))).statusCode).toBe(200);
    const seen = (token?: string) => find("ka-05 mx", token).then((found) => found[0]);
    expect(await seen()).toMatchObject({
      kind: "vehicles",
      title: "KA05MX4321",
      detail: expect.stringMatching(/^Last seen at .*ALPHA.*, \d{4}-.*Z$/),
    });
    expect(await seen(limited.token)).toMatchObject({ kind: "vehicles" });
    const { body: area } = await server.call<{ id: number }>("POST /access/areas", { body: { name: "Deck" } });
    await server.call("POST /access/presence", { body: { vehicle: "KA05MX4321", areaId: area.id } });
    expect(await seen()).toMatchObject({ kind: "vehicles", detail: expect.stringMatching(/^Inside Deck since /) });
  });

  it("ROLE-3 finds own records and vehicles among hundreds of other gates", async () => {
    const { db } = server.services;
    const limitedOnly = await people.signIn({ role: "guard", gateIds: [own.gateId] });
    const { body: area } = await server.call<{ id: number }>("POST /access/areas", { body: { name: "Other deck" } });
    await sql`insert into gates (name, type, "toAreaId")
      select 'ALPHA ' || lpad(n::text, 4, '0'), 'N', ${area.id} from generate_series(1, 300) n`.execute(db);
    await sql`insert into access_presence (vehicle, "areaId", since)
      select 'CROWD' || n, ${area.id}, now() + n * interval '1 second' from generate_series(1, 300) n`.execute(db);
    await server.call("POST /access/presence", { body: { vehicle: "CROWD", areaId: own.ids.access_areas } });
    expect(namesOf(await find("alpha", limitedOnly.token), "gates")).toEqual([expect.stringMatching(/^ALPHA \D/)]);
    expect(namesOf(await find("crowd", limitedOnly.token), "vehicles")).toEqual(["CROWD"]);
  });

  it("INT-3 answers the longest text of each class of characters, and refuses a longer one", async () => {
    const texts = [...longTexts.map(([, text]) => text), "%".repeat(200), "\\_".repeat(200)];
    const statuses = await Promise.all(
      texts.flatMap((text) =>
        [maxSearchLength, maxSearchLength + 2].map(
          async (length) =>
            (await server.call("GET /search", { query: { text: `A${text.slice(0, length - 2)}!` } })).status,
        ),
      ),
    );
    expect(statuses).toEqual(texts.flatMap(() => [200, 400]));
  });

  it("takes % and _ literally", async () => {
    expect(await find("%%")).toEqual([]);
    expect(await find("__")).toEqual([]);
  });

  it.each([
    ["a", "At least 2 characters"],
    ["   a   ", "At least 2 characters"],
    ["a".repeat(101), "At most 100 characters"],
  ])("refuses the text %j", async (text, message) => {
    const { status, body } = await server.call("GET /search", { query: { text } });
    expect([status, body]).toMatchObject([400, { errors: [{ path: "text", message }] }]);
  });
});
