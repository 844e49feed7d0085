import { describe, expect, it } from "vitest";
import { api } from "../src/api.ts";
import { isSiteWide } from "../src/call-gates.ts";
import type { Endpoint } from "../src/endpoint.ts";

const permitted = Object.entries<Endpoint>(api).filter(([, { permission }]) => permission !== undefined);

describe("the gate scopes of calls without their schemas", () => {
  it.each(permitted)("ROLE-3 %s is refused to people who are limited to gates as declared", (call, { gates }) => {
    expect(isSiteWide(call)).toBe(gates === undefined);
  });

  it("ROLE-3 only a call with a gate scope can name a record in its path", () => {
    const ofRecords = permitted.filter(([, { gates }]) => typeof gates === "object" && gates.record !== undefined);
    expect(ofRecords.filter(([call]) => !call.includes("{id}"))).toEqual([]);
  });
});
