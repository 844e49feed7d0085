import { describe, expect, it } from "vitest";
import { raiseAlert } from "../../src/alert/alert.store.ts";
import { testServer } from "../test-server.ts";

const server = await testServer();
const draft = { key: "greeting", dataType: "STRING", value: "hello", scope: "global" };

describe("the wire format", () => {
  it("WIRE-1 uses positive integers as ids", async () => {
    const { body } = await server.call<{ id: number }>("POST /configs", { body: draft });
    expect(Number.isInteger(body.id) && body.id > 0).toBe(true);
  });

  it("WIRE-1 formats times as ISO 8601 UTC with milliseconds", async () => {
    await server.services.db.transaction().execute((tx) =>
      raiseAlert(
        tx,
        {
          type: "EPLD_NEW_SLOT",
          scope: "epld",
          subject: "slot 1",
          title: "New slot",
          description: "A slot appeared",
          additionalInfo: {},
        },
        new Date("2026-03-01T10:00:00.120Z"),
      ),
    );
    const { body } = await server.call<{ createdAt: string }[]>("GET /alerts", { query: { scope: "epld" } });
    expect(body[0]?.createdAt).toBe("2026-03-01T10:00:00.120Z");
  });

  it("WIRE-2 returns small collections as arrays", async () => {
    const { body } = await server.call("GET /configs/{scope}", { params: { scope: "cc" } });
    expect(body).toEqual([]);
  });

  it.each([["alert status", "new"]])("WIRE-3 writes an %s in lower case", async (_, status) => {
    const { body } = await server.call<{ status: string }[]>("GET /alerts", { query: { scope: "epld" } });
    expect(body[0]?.status).toBe(status);
  });

  it.each(["string", "Number"])(
    "WIRE-3 WIRE-8 accepts the data type %s and returns it in upper case",
    async (dataType) => {
      const value = { string: "x", Number: 1 }[dataType];
      const { body } = await server.call("POST /configs", { body: { ...draft, key: dataType, dataType, value } });
      expect(body).toMatchObject({ dataType: dataType.toUpperCase() });
    },
  );

  it("WIRE-4 returns 404 and the valid scopes for an unknown scope", async () => {
    const { status, body } = await server.call<{ message: string }>("GET /configs/{scope}", {
      params: { scope: "attic" },
    });
    expect(status).toBe(404);
    expect(body.message).toBe('Unknown scope "attic". Known: global, overspeed, epld, cc, anpr-ac, rfid-ac, loop');
  });

  it("WIRE-6 names every invalid field of a body", async () => {
    const { status, body } = await server.call<{ code: string; message: string[]; errors: { path: string }[] }>(
      "POST /configs",
      { body: { key: " ", dataType: "TEXT", value: true, scope: "attic" } },
    );
    expect(status).toBe(400);
    expect(body.code).toBe("request/invalid");
    expect(body.errors.map((error) => error.path)).toEqual(["key", "dataType", "scope"]);
    expect(body.message).toHaveLength(3);
  });

  it("WIRE-6 refuses an unknown field by its name", async () => {
    const { body } = await server.call<{ errors: unknown[] }>("POST /configs", { body: { ...draft, colour: "red" } });
    expect(body.errors).toEqual([{ path: "colour", message: "Is not a known field" }]);
  });

  it("WIRE-6 returns a single fault as a string", async () => {
    const { body } = await server.call<{ message: string }>("POST /configs", { body: { ...draft, key: "" } });
    expect(body.message).toBe("key: Required");
  });
});

describe("bad requests", () => {
  const headers = { "content-type": "application/json" };

  it.each([
    ["broken JSON", { body: "{", headers }, 400, "request/bad-json"],
    ["a body that is too large", { body: `"${"x".repeat(1_100_000)}"`, headers }, 413, "request/too-large"],
    ["another content type", { body: "a=1", headers: { "content-type": "text/csv" } }, 415, "request/unsupported-type"],
  ])("WIRE-6 returns a specific code for %s", async (_, sent, status, code) => {
    const answered = await server.call<{ code: string }>("POST /configs", sent);
    expect([answered.status, answered.body.code]).toEqual([status, code]);
  });

  it("returns the common error shape for an unknown path", async () => {
    const { statusCode, body, headers } = await server.app.inject({ url: "/api/attic" });
    expect(statusCode).toBe(404);
    const requestId = headers["x-request-id"];
    expect(JSON.parse(body)).toEqual({ code: "route/unknown", message: "This path does not exist", requestId });
  });

  it("refuses a text that the database can't store", async () => {
    const { status, body } = await server.login("a password", "a\u0000b");
    expect([status, body]).toMatchObject([
      400,
      { code: "request/invalid", message: "A text contains the character U+0000" },
    ]);
  });

  it("returns 404 for an invalid id", async () => {
    const { status } = await server.call("DELETE /configs/{id}", { params: { id: "99999999999" } });
    expect(status).toBe(404);
  });

  it("reads one record by its id", async () => {
    const body = { type: "LICENSE_PLATE", iid: "KA 01 ID 1", vehicleType: "CAR" };
    const { body: added } = await server.call<{ id: number }>("POST /ac/ids", { body });
    const read = (id: number) => server.call("GET /ac/ids/{id}", { params: { id } });
    expect((await read(added.id)).body).toEqual(added);
    expect((await read(added.id + 1)).status).toBe(404);
  });

  it("tolerates a trailing slash", async () => {
    const { statusCode } = await server.app.inject({ url: "/api/health/" });
    expect(statusCode).toBe(401);
  });

  it("reveals no internals in an unexpected error", async () => {
    await server.services.db.schema.alterTable("alerts").renameTo("alerts_away").execute();
    const { status, body } = await server.call("GET /alerts", { query: { scope: "ac" } });
    await server.services.db.schema.alterTable("alerts_away").renameTo("alerts").execute();
    expect(status).toBe(500);
    expect(body).toEqual({ code: "server/unexpected", message: "Something went wrong on the server" });
  });
});
