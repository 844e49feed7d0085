import type { Variable } from "@gatehouse/contract/entities/variable";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { race } from "../../racing-writers.ts";
import { testServer } from "../../test-server.ts";
import { siteOf, sum } from "./site.ts";

const server = await testServer();
const { db } = server.services;
const site = siteOf(server);

const add = async (name: string) => {
  const constant = await site.add({ type: "constant", name: `${name} constant`, scope: "rfid-ac", value: 1 });
  return site.add({ type: "dynamic", name, scope: "rfid-ac", value: sum(constant.id) });
};

const versioned = ({ id, version }: Variable) => ({ params: { id }, headers: { "if-match": `"${version}"` } });
const map = (variable: Variable, displayName: string, maxValue: number) =>
  server.call<Variable & { current: Variable }>("POST /variables/{id}/dashboard-mapping", {
    ...versioned(variable),
    body: { displayName, maxValue },
  });
const rename = (variable: Variable, name: string) =>
  server.call<Variable & { current: Variable }>("PUT /variables/{id}", {
    ...versioned(variable),
    body: { type: "dynamic", name, scope: "rfid-ac", value: variable.value },
  });
const lockVariable =
  ({ id }: Variable) =>
  (tx: Parameters<Parameters<typeof race>[1]>[0]) =>
    sql`select from variables where id = ${id} for update`.execute(tx);

describe("two people who change the same variable at the same time", () => {
  it("VAR-7 one mapping wins and the other person gets the winner's record", async () => {
    const before = await add("Cars");
    const responses = await race(db, lockVariable(before), [() => map(before, "A", 1), () => map(before, "B", 2)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = responses.find(({ status }) => status === 200)?.body;
    expect(responses.find(({ status }) => status === 409)?.body.current).toEqual(winner);
    expect(await site.numbered("rfid-ac", before.id)).toEqual(winner);
    expect(winner?.version).toBe(before.version + 1);
  });

  it("VAR-7 a mapping and a change of the variable do not both win", async () => {
    const before = await add("Buses");
    const responses = await race(db, lockVariable(before), [
      () => map(before, "A", 1),
      () => rename(before, "Coaches"),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = responses.find(({ status }) => status === 200)?.body;
    expect(await site.numbered("rfid-ac", before.id)).toEqual(winner);
  });
});
