import { randomUUID } from "node:crypto";
import { api } from "@gatehouse/contract/api";
import type { Endpoint, EndpointKey } from "@gatehouse/contract/endpoint";
import { consoleAppId } from "@gatehouse/contract/runtime-config";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createKey } from "../../src/alert/integration-key.store.ts";
import { replaceScreenKey } from "../../src/gate/screens/screen-key.store.ts";
import { createSession } from "../../src/people/auth/session.store.ts";
import { openApiDocument } from "../../src/platform/http/openapi.ts";
import { hashPassword } from "../../src/platform/security/passwords.ts";
import { loopbackOnly } from "../../src/run-mode.ts";
import { multipart } from "../access/identifiers/multipart.ts";
import { engineSite } from "../intake/ingest/ingest-site.ts";
import { type JsonSchema, valuesOf } from "./schema-values.ts";

// The leader, because a manual command waits for one.
const site = await engineSite();
const { app, services } = site.server;
const { db, clock } = services;

// Fixed, so that a run can be repeated: FUZZ_SEED and FUZZ_RUNS choose others. The long run tries more, of another seed.
const isLong = process.env.TEST_RUN === "long";
const seed = Number(process.env.FUZZ_SEED ?? (isLong ? 20 : 19));
const numRuns = Number(process.env.FUZZ_RUNS ?? (isLong ? 12 : 2));
console.log(`FUZZ_SEED=${seed} FUZZ_RUNS=${numRuns}`);

/** Valid requests reach the database; hostile values test the checks before it. */
const hostileShares = [0, 0, 0.1, 0.4];
const passwordHash = await hashPassword("a password of the fuzz test");

interface Operation {
  readonly parameters: readonly {
    readonly name: string;
    readonly in: "path" | "query" | "header";
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
}

const document = openApiDocument(api, "1") as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

const order = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const endpoints = Object.entries<Endpoint>(api)
  // A stream never ends.
  .filter(([, { stream }]) => stream === undefined)
  .map(([key, endpoint]) => ({ key: key as EndpointKey, endpoint }))
  .sort((a, b) => order.indexOf(a.key.split(" ")[0] ?? "") - order.indexOf(b.key.split(" ")[0] ?? ""));

/** A new administrator for each endpoint, because some end sessions, change passwords or delete people. */
async function createToken({ access }: Endpoint): Promise<string | undefined> {
  if (access === "public") return undefined;
  if (access === "integration" || access === "commissioning") {
    return (
      await db
        .transaction()
        .execute((tx) => createKey(tx, { name: randomUUID(), purpose: access }, "fuzz", clock.now()))
    ).key;
  }
  if (access === "display") return createScreenToken();
  const user = { username: randomUUID(), passwordHash, passwordChanged: true, role: "administrator" };
  return db.transaction().execute(async (tx) => {
    const { id } = await tx.insertInto("users").values(user).returning("id").executeTakeFirstOrThrow();
    const caller = {
      requestId: randomUUID(),
      address: "127.0.0.1",
      userAgent: "fuzz",
      origin: "http://127.0.0.1",
      isOnThisMachine: true,
      arrival: { at: clock.now(), monotonicMs: clock.monotonicMs(), isCallerGone: () => false },
    };
    return (await createSession(tx, { ...user, id }, { caller, method: "passkey" }, services)).token;
  });
}

async function createScreenToken(): Promise<string> {
  const display = { uid: randomUUID(), name: "Screen", type: "multimedia", scope: "epld" };
  return db.transaction().execute(async (tx) => {
    const { id } = await tx.insertInto("displays").values(display).returning("id").executeTakeFirstOrThrow();
    return (await replaceScreenKey(tx, id, "fuzz", clock.now())).key;
  });
}

/** Devices and other systems stay on this machine, whatever was sent before. */
async function restoreNetworks(): Promise<void> {
  for (const [key, value] of Object.entries(loopbackOnly)) {
    await db
      .updateTable("configs")
      .set({ value: JSON.stringify(value) })
      .where("key", "=", key)
      .execute();
  }
}

/** The documented operation of an endpoint: the document may name its path parameters differently. */
function findOperation(key: EndpointKey): { method: string; path: string; operation: Operation } {
  const [method = "", path = ""] = key.split(" ");
  const shape = (each: string) => each.replaceAll(/\{\w+\}/g, "{}");
  const candidates = [path, ...Object.keys(document.paths).filter((each) => shape(each) === shape(path))];
  for (const each of candidates) {
    const operation = document.paths[each]?.[method.toLowerCase()];
    if (operation) return { method, path: each, operation };
  }
  throw new Error(`${key} is not in the API document`);
}

/** Requests of one endpoint. */
function requestsTo(key: EndpointKey, { upload }: Endpoint) {
  const { method, path, operation } = findOperation(key);
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const parts = (share: number) => {
    const inPlace = (place: string) => {
      const parameters = operation.parameters.filter((each) => each.in === place);
      const values = parameters.map((each) => [each.name, valuesOf(each.schema, share, each.name)] as const);
      return fc.record(Object.fromEntries(values), place === "query" ? { requiredKeys: [] } : {});
    };
    return fc.record({
      params: inPlace("path"),
      query: inPlace("query"),
      body: schema ? valuesOf(schema, share) : fc.constant(undefined),
      file: fc.string({ unit: "binary", maxLength: 200 }),
    });
  };
  return fc.oneof(...hostileShares.map(parts)).map((sent) => {
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(toText(sent.params[name]) || "1"),
    );
    const query = Object.fromEntries(Object.entries(sent.query).map(([name, value]) => [name, toText(value)]));
    return { method: method as "GET", url: `/api${url}`, query, ...toPayload(upload, sent) };
  });
}

function toPayload(upload: string | undefined, { body, file }: { body: unknown; file: string }) {
  if (upload !== undefined) {
    const form = multipart({ field: upload, content: file, filename: "f.csv" });
    return { headers: form.headers, payload: form.body };
  }
  if (body === undefined) return { headers: {} };
  return { headers: { "content-type": "application/json" }, payload: JSON.stringify(body) };
}

/** A value as text in a URL, which has no lone surrogates. */
const toText = (value: unknown): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();

/** The first request to an endpoint that ends with an unexpected error; undefined if none does. */
async function findUnexpectedError({ key, endpoint }: (typeof endpoints)[number]): Promise<string | undefined> {
  await restoreNetworks();
  const token = await createToken(endpoint);
  const result = await fc.check(
    fc.asyncProperty(requestsTo(key, endpoint), async (sent) => {
      const headers = { "app-id": consoleAppId, ...sent.headers, ...(token && { authorization: `Bearer ${token}` }) };
      const response = await app.inject({ ...sent, headers });
      expect(response.statusCode, response.body).not.toBe(500);
    }),
    { seed, numRuns, endOnFailure: true },
  );
  return result.failed ? `${key}: ${fc.defaultReportMessage(result)}` : undefined;
}

describe("random requests", () => {
  it("cause no unexpected error in any call", { timeout: isLong ? 900_000 : 300_000 }, async () => {
    const errors: (string | undefined)[] = [];
    for (const endpoint of endpoints) errors.push(await findUnexpectedError(endpoint));
    expect(errors.filter((error) => error !== undefined)).toEqual([]);
  });
});
