import { readFileSync } from "node:fs";
import { join } from "node:path";
import { api } from "@gatehouse/contract/api";
import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import { callMessages } from "@gatehouse/contract/messages";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { raiseAlert } from "../../src/alert/alert.store.ts";
import { databaseTypes } from "../../src/platform/generate/database-types.ts";
import { openApiDocument } from "../../src/platform/http/openapi.ts";
import { testServer } from "../test-server.ts";

const server = await testServer();
interface Operation {
  operationId: string;
  description?: string;
  responses: Record<
    string,
    {
      headers?: object;
      content?: Record<string, { schema?: { oneOf?: { properties: { event: { const: string } } }[] } }>;
    }
  >;
}
const apiDocument = openApiDocument(api, "1");
const operations = Object.values(apiDocument.paths as Record<string, Record<string, Operation | object[]>>).flatMap(
  ({ servers: _, ...calls }) => Object.values(calls) as Operation[],
);
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ "application/json": { schema } });
const root = join(import.meta.dirname, "../../../..");
const plain = (text: string) => text.replaceAll(/[\s|]+/g, "");

describe("generated files", () => {
  it("database.types.ts matches the migrations (else: npm run generate)", async () => {
    const committed = readFileSync(join(root, "packages/server/src/platform/database/database.types.ts"), "utf8");
    expect(plain(committed)).toBe(plain(await databaseTypes(server.services.db)));
  });

  it("describes two calls of one path, which differ in their parameter, as one operation", () => {
    const call = (name: string, pattern: string, response: z.ZodType) => ({
      tag: "Reports",
      summary: `By ${name}`,
      permission: "reports" as const,
      params: z.object({ [name]: z.string().regex(new RegExp(pattern)) }),
      query: z.object({ [`${name}Query`]: z.string() }),
      response,
    });
    const document = openApiDocument(
      { "GET /things/{id}": call("id", "^1", z.number()), "GET /things/{kind}": call("kind", "^A", z.string()) },
      "1",
    );
    expect(document.paths).toMatchObject({
      "/things/{id}": {
        get: {
          summary: "By id. Or: By kind",
          parameters: [
            { name: "id", in: "path", required: true, schema: { anyOf: [{ pattern: "^1" }, { pattern: "^A" }] } },
            { name: "idQuery", required: false },
            { name: "kindQuery", required: false },
          ],
          responses: {
            200: { content: { "application/json": { schema: { anyOf: [{ type: "number" }, { type: "string" }] } } } },
          },
        },
      },
    });
  });

  it("the API document is valid OpenAPI 3.1", async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(apiDocument));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it("the API document names schemas and operations like a client would", () => {
    const { schemas } = apiDocument.components as { schemas: Record<string, object> };
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(["Gate", "Event", "PlateEvent", "Plate", "Identifier"]),
    );
    const called = operations.map(({ operationId }) => operationId);
    expect(called).toEqual(
      expect.arrayContaining(["listGates", "getGate", "openGate", "updateCamera", "pushEvents", "getMetrics"]),
    );
    expect(called.filter((id) => !/^[a-z]+([A-Z][a-z0-9]*)*$/.test(id))).toEqual([]);
    expect(new Set(called).size).toBe(called.length);
    expect(apiDocument.paths).toMatchObject({
      "/gates": { get: { responses: { 200: { content: json({ items: reference("Gate") }) } } } },
      "/gates/{id}": { get: { responses: { 200: { content: json(reference("Gate")) }, 404: {} } } },
      "/healthz": { servers: [{ url: "/" }] },
      "/readyz": { get: { responses: { 503: { content: json(reference("Readiness")) } } } },
    });
  });

  it("the API document lists refusals, the id of the request, and how long to wait", () => {
    const person = operations.filter(({ description }) => description?.startsWith("Needs the permission"));
    expect(person.length).toBeGreaterThan(200);
    expect(person.filter(({ responses }) => !("403" in responses && "429" in responses))).toEqual([]);
    const responses = operations.flatMap((operation) => Object.entries(operation.responses));
    expect(responses.filter(([, { headers }]) => !("x-request-id" in (headers ?? {})))).toEqual([]);
    const waiting = responses.filter(([status]) => status === "429");
    expect(waiting.filter(([, { headers }]) => !("retry-after" in (headers ?? {})))).toEqual([]);
  });

  it("the API document describes the messages of the live stream", () => {
    const live = operations.find(({ operationId }) => operationId === "getLive");
    const kinds = live?.responses[200]?.content?.["text/event-stream"]?.schema?.oneOf?.map(
      ({ properties }) => properties.event.const,
    );
    expect(kinds).toEqual(["changed", "events", "recent", "reload", "alive"]);
  });

  it("each listed record can be read by its id, or the document says that it is only listed", async () => {
    const keys = Object.keys(api);
    const changed = new Set(keys.flatMap((key) => /^(?!GET)\w+ (\/[a-z-]+)\/\{id\}/.exec(key)?.[1] ?? []));
    const unread = [...changed].filter((path) => `GET ${path}` in api && !(`GET ${path}/{id}` in api));
    expect(unread.toSorted()).toEqual(["/integration-keys", "/outbox", "/roles", "/slot-controllers", "/users"]);
    expect((apiDocument.info as { description: string }).description).toMatch(
      /users, roles, keys, .*messages are only listed/,
    );

    const variable = { type: "constant", name: "By id", scope: "loop", publish: false, value: 1 };
    const created = await server.call<{ id: number }>("POST /variables", { body: variable });
    const read = await server.call("GET /variables/{id}", { params: { id: created.body.id } });
    expect(read).toMatchObject({ status: 200, body: created.body });
    const text = { subject: "x", title: "x", description: "x" };
    const cause: AlertCause = { type: "INGEST_NOT_UNDERSTOOD", scope: "ac", ...text, additionalInfo: {} };
    const { db, clock } = server.services;
    await db.transaction().execute((tx) => raiseAlert(tx, cause, clock.now()));
    const alerts = await server.call<{ id: number }[]>("GET /alerts", { query: { scope: "ac" } });
    const [alert] = alerts.body;
    expect((await server.call("GET /alerts/{id}", { params: { id: alert?.id } })).body).toEqual(alert);
    const validFrom = clock.now();
    const booked = { source: "x", externalId: "1", lp: "A1", lpNormalized: "A1", validFrom, validTo: validFrom };
    await db
      .insertInto("reservations")
      .values({ ...booked, shouldAllowMultipleUsage: false })
      .execute();
    const { body } = await server.call<{ data: { id: number }[] }>("GET /reservations");
    const [reservation] = body.data;
    expect((await server.call("GET /reservations/{id}", { params: { id: reservation?.id } })).body).toEqual(
      reservation,
    );
    for (const key of ["GET /variables/{id}", "GET /alerts/{id}", "GET /reservations/{id}"] as const)
      expect((await server.call(key, { params: { id: 99_999 } })).status).toBe(404);
  });

  it("every message belongs to an endpoint", () => {
    expect(Object.keys(callMessages).filter((key) => !(key in api))).toEqual([]);
  });

  it("the server serves the same document and an HTML page", async () => {
    const document = await server.app.inject({ url: "/api/openapi.json" });
    expect(document.json().openapi).toBe("3.1.0");
    const page = await server.app.inject({ url: "/api/docs" });
    expect(page.headers["content-type"]).toContain("text/html");
    expect(page.body).toContain("POST</b> <code>/auth/login");
  });
});

describe("every response", () => {
  it.each(["/healthz", "/api/openapi.json", "/api/health", "/nowhere.txt"])(
    "%s carries the safety headers",
    async (url) => {
      const { headers } = await server.app.inject({ url });
      expect(headers["content-security-policy"]).toContain("script-src 'self';");
      expect(headers["content-security-policy"]).not.toContain("unsafe");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["x-frame-options"]).toBe("DENY");
      expect(headers["referrer-policy"]).toBe("same-origin");
      expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it("/healthz needs no sign-in", async () => {
    expect((await server.app.inject({ url: "/healthz" })).statusCode).toBe(200);
  });
});
