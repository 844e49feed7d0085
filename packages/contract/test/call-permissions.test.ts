import { describe, expect, it } from "vitest";
import { api } from "../src/api.ts";
import { permissionsFor } from "../src/call-permissions.ts";
import type { Endpoint } from "../src/endpoint.ts";

const permitted = Object.entries<Endpoint>(api).flatMap(([call, { permission }]) =>
  permission === undefined ? [] : [{ call, needed: [permission].flat() }],
);

describe("the permissions of calls without their schemas", () => {
  it.each(permitted)("ROLE-5 $call needs what its endpoint declares", ({ call, needed }) => {
    expect(permissionsFor(call)).toEqual(needed);
  });
});
