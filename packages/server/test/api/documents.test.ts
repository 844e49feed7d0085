import { readFileSync } from "node:fs";
import { join } from "node:path";
import { api } from "@gatehouse/contract/api";
import { callMessages } from "@gatehouse/contract/messages";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { databaseTypes } from "../../src/generate/database-types.ts";
import { openApiDocument } from "../../src/platform/http/openapi.ts";
import { testServer } from "../test-server.ts";

const server = await testServer();
const root = join(import.meta.dirname, "../../../..");
const plain = (text: string) => text.replaceAll(/[\s|]+/g, "");

describe("generated files", () => {
  it("database.types.ts matches the migrations (else: npm run generate)", async () => {
    const committed = readFileSync(join(root, "packages/server/src/platform/database/database.types.ts"), "utf8");
    expect(plain(committed)).toBe(plain(await databaseTypes(server.services.db)));
  });

  it("describes two calls of one path, which differ in their parameter, as one operation", () => {
    const call = (name: string, pattern: string, answer: z.ZodType) => ({
      tag: "Reports",
      summary: `By ${name}`,
      permission: "reports" as const,
      params: z.object({ [name]: z.string().regex(new RegExp(pattern)) }),
      query: z.object({ [`${name}Query`]: z.string() }),
      answer,
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
