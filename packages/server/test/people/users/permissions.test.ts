import { api } from "@gatehouse/contract/api";
import type { Endpoint, EndpointKey } from "@gatehouse/contract/endpoint";
import {
  permissions as allPermissions,
  type BuiltInRole,
  builtInRoles,
  type Permission,
} from "@gatehouse/contract/permissions";
import { describe, expect, it } from "vitest";
import { samples } from "../../gate/site/samples.ts";
import { testServer } from "../../test-server.ts";
import { createPeople } from "./people.ts";

const server = await testServer();
const people = createPeople(server);

const guarded = (Object.entries(api) as [EndpointKey, Endpoint][]).filter(
  ([, { permission, stream }]) => permission !== undefined && !stream,
);

/** A call that reaches the permission check: path parameters are filled in, nothing else is sent. */
async function statusOf(key: EndpointKey, token: string): Promise<{ status: number; code: unknown }> {
  const [method, path = ""] = key.split(" ");
  const url = `/api${path
    .replaceAll(/\{\w*[iI]d\}/g, "999999")
    .replace("{type}", "OSD")
    .replaceAll(/\{\w+\}/g, "ac")}`;
  const response = await server.app.inject({
    method: method as "GET",
    url,
    headers: { authorization: `Bearer ${token}` },
  });
  const isJson = String(response.headers["content-type"]).includes("json");
  return { status: response.statusCode, code: isJson && response.body !== "" ? response.json()?.code : undefined };
}

describe("permissions", () => {
  it("ROLE-1 every endpoint declares a permission, or who may call it without one", () => {
    const undeclared = Object.entries<Endpoint>(api).filter(([, { access, permission }]) => !access === !permission);
    expect(undeclared.map(([key]) => key)).toEqual([]);
  });

  const neededBy = ([, { permission = [] }]: (typeof guarded)[number]): readonly Permission[] => [permission].flat();
  const isRejected = async (key: EndpointKey, token: string) => {
    const { status, code } = await statusOf(key, token);
    return status === 403 && code === "auth/not-permitted";
  };

  it("ROLE-1 ROLE-2 every call refuses a person who lacks its permission, and accepts one who has only that", async () => {
    const { body } = await server.call<{ id: number }>("POST /roles", {
      body: { name: "Tested", permissions: ["view"] },
    });
    const { token } = await people.signIn({ role: "Tested" });
    const rejectedWith = async (permissions: readonly Permission[], calls: typeof guarded) => {
      const change = { params: { id: body.id }, body: { name: "Tested", permissions } };
      expect((await server.call("PUT /roles/{id}", change)).status).toBe(200);
      const rejected: string[] = [];
      for (const [key] of calls) if (await isRejected(key, token)) rejected.push(key);
      return rejected;
    };
    for (const calls of Map.groupBy(guarded, (call) => neededBy(call).join()).values()) {
      const needed = calls.slice(0, 1).flatMap(neededBy);
      const others = allPermissions.filter((permission) => !needed.includes(permission));
      expect.soft(await rejectedWith(others, calls), "lacks it").toEqual(calls.map(([key]) => key));
      for (const permission of needed) expect.soft(await rejectedWith([permission], calls), permission).toEqual([]);
    }
  });

  /** For each permission, a call that needs only it. */
  const examples = [...Map.groupBy(guarded, (call) => neededBy(call).join()).values()]
    .flatMap((calls) => calls.slice(0, 1))
    .filter((call) => neededBy(call).length === 1);

  it.each(Object.keys(builtInRoles) as BuiltInRole[])(
    "ROLE-1 ROLE-2 ROLE-5 the server enforces what a %s may do, and lists it",
    async (role) => {
      const { token } = await people.signIn({ role });
      const own: readonly Permission[] = builtInRoles[role].permissions;
      const { calls } = (await server.call<{ calls: string[] }>("GET /auth/me", {}, token)).body;
      const isAllowed = (call: (typeof guarded)[number]) => neededBy(call).some((needed) => own.includes(needed));
      const listed = guarded.filter(([key]) => calls.includes(key));
      expect(listed.map(([key]) => key)).toEqual(guarded.filter(isAllowed).map(([key]) => key));
      const rejected = await Promise.all(examples.map(([key]) => isRejected(key, token)));
      expect(rejected).toEqual(examples.map((call) => !isAllowed(call)));
    },
  );

  it("ROLE-1 a refusal names what is needed", async () => {
    const { token } = await people.signIn({ role: "viewer" });
    const response = await server.call("POST /gates", { body: samples.gate() }, token);
    expect(response).toMatchObject({
      status: 403,
      body: {
        code: "auth/not-permitted",
        message: "You are not allowed to do this. Needed: change hardware, cameras and integrations.",
      },
    });
  });

  it("ROLE-1 global configurations need another permission than those of a module", async () => {
    const { token } = await people.signIn({ role: "installer" });
    const draft = (scope: string) => ({ scope, key: `k-${scope}`, value: "v", dataType: "STRING" });
    expect((await server.call("POST /configs", { body: draft("anpr-ac") }, token)).status).toBe(201);
    expect((await server.call("POST /configs", { body: draft("global") }, token)).status).toBe(403);
    const { body } = await server.call<{ id: number }>("POST /configs", { body: draft("global") });
    const params = { id: body.id };
    expect((await server.call("PUT /configs/{id}", { params, body: draft("anpr-ac") }, token)).status).toBe(403);
    expect((await server.call("DELETE /configs/{id}", { params }, token)).status).toBe(403);
  });

  it("ROLE-1 GET /auth/me returns what the person may do", async () => {
    const { token, username } = await people.signIn({ role: "guard", name: "Asha Rao" });
    expect((await server.call("GET /auth/me", {}, token)).body).toEqual({
      username,
      name: "Asha Rao",
      role: "guard",
      roleTitle: "Guard",
      permissions: ["view", "open", "resolve", "enrol-visitors"],
      gateIds: null,
      calls: expect.arrayContaining(["GET /gates", "POST /gates/{id}/open", "GET /auth/me"]),
      method: "password",
    });
  });

  it("ROLE-2 a role of the site's own applies at once, also when it changes", async () => {
    const role = await server.call<{ id: number; version: number }>("POST /roles", {
      body: { name: "Desk", permissions: ["view"] },
    });
    const { token } = await people.signIn({ role: "Desk" });
    const export_ = () => server.call("GET /roles", {}, token);
    expect((await export_()).status).toBe(403);
    const change = { params: { id: role.body.id }, body: { name: "Front desk", permissions: ["view", "people"] } };
    expect((await server.call("PUT /roles/{id}", change)).status).toBe(200);
    expect((await export_()).status).toBe(200);
    expect((await server.call("GET /auth/me", {}, token)).body).toMatchObject({ role: "Front desk" });
    const removal = await server.call("DELETE /roles/{id}", { params: { id: role.body.id } });
    expect(removal).toMatchObject({ status: 409, body: { code: "record/in-use", dependents: [{ kind: "users" }] } });
  });

  it.each([
    ["a name of a built-in role", { name: "Guard", permissions: ["view"] }, "name"],
    ["no permission", { name: "Nothing", permissions: [] }, "permissions"],
    ["an unknown permission", { name: "Odd", permissions: ["fly"] }, "permissions.0"],
  ])("ROLE-2 a role with %s is rejected at its field", async (_, body, path) => {
    const response = await server.call("POST /roles", { body });
    expect(response).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });
});
