import { passwordMismatchInDialog } from "@gatehouse/contract/entities/auth/auth.messages";
import { describe, expect, it } from "vitest";
import { samples } from "../gate/site/samples.ts";
import { ownPassword, testServer } from "../test-server.ts";

type Row = Record<string, unknown>;

const server = await testServer();
await server.call("GET /health"); // the first call changes the one-time password

describe("WIRE-8 the token", () => {
  it.each([
    ["with the scheme", (token: string) => `Bearer ${token}`, 200],
    ["with the scheme in lower case", (token: string) => `bearer ${token}`, 200],
    ["without the scheme", (token: string) => token, 200],
    ["with another scheme", (token: string) => `Basic ${token}`, 401],
    ["that is empty", () => "", 401],
  ])("%s is accepted or refused", async (_, format, status) => {
    const { body } = await server.login(ownPassword);
    const headers = { authorization: format(body.token) };
    expect((await server.call("GET /lanes", { headers }, null)).status).toBe(status);
  });
});

describe("WIRE-8 a numeric uid", () => {
  it.each([
    ["boom barrier", "/boom-barriers", samples.boomBarrier],
    ["buzzer", "/buzzers", samples.buzzer],
  ] as const)("of a %s is stored as text", async (_, path, draft) => {
    const { status, body } = await server.call<Row>(`POST ${path}`, { body: draft({ uid: 201 }) });
    expect([status, body.uid]).toEqual([201, "201"]);
    const repeated = await server.call<Row>(`PATCH ${path}/{id}`, { params: { id: body.id }, body: { uid: 201 } });
    expect([repeated.status, repeated.body.uid]).toEqual([200, "201"]);
  });

  it.each([0, 256, 1.5, -1, "256", true])("of %s is refused", async (uid) => {
    const { status, body } = await server.call<{ errors: Row[] }>("POST /buzzers", { body: samples.buzzer({ uid }) });
    expect([status, body.errors.map(({ path }) => path)]).toEqual([400, ["uid"]]);
  });
});

describe("WIRE-8 the calls in the documents' words", () => {
  it("GET /health-info responds like GET /health", async () => {
    const [health, info] = [await server.call("GET /health"), await server.call("GET /health-info")];
    expect([info.status, info.body]).toEqual([200, health.body]);
  });

  it.each(["lp", "rfid", "cursor", "limit"])("an empty %s is the same as none", async (name) => {
    const { status, body } = await server.call<Row>("GET /reservations", { query: { [name]: "" } });
    expect([status, body.data]).toEqual([200, []]);
  });

  it("a required query value that is empty is missing", async () => {
    const { status, body } = await server.call<{ errors: Row[] }>("GET /variables", { query: { scope: "" } });
    expect([status, body.errors[0]?.path]).toEqual([400, "scope"]);
  });

  // Last, because it ends all sessions.
  it("a reset may carry the confirmation, which must match", async () => {
    const { body: session } = await server.login(ownPassword);
    const reset = (confirmPassword: unknown) =>
      server.call<{ errors: Row[] }>(
        "POST /auth/reset-password",
        { body: { password: ownPassword, confirmPassword } },
        session.token,
      );
    const rejected = await reset(`${ownPassword}!`);
    const mismatch = { path: "confirmPassword", message: passwordMismatchInDialog };
    expect([rejected.status, rejected.body.errors]).toEqual([400, [mismatch]]);
    expect((await reset(ownPassword)).status).toBe(200);
  });
});
