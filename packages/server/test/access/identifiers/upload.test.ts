import { once } from "node:events";
import { request } from "node:http";
import { Readable } from "node:stream";
import fastify from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openUpload, skipBodyParsing } from "../../../src/platform/http/upload.ts";
import { listenSignedIn, testServer } from "../../test-server.ts";
import { multipart } from "./multipart.ts";

const server = await testServer();
const { db } = server.services;
const good = { field: "lps", content: "lp,vehicleType\nMH 1,CAR", filename: "p.csv" };
let port = 0;
let authorization = "";

beforeAll(async () => {
  ({ port, authorization } = await listenSignedIn(server));
});

beforeEach(async () => {
  await db.deleteFrom("identifiers").execute();
});

const stored = async () => (await db.selectFrom("identifiers").select("id").execute()).length;
const connectionsInUse = () => db.pool.totalCount - db.pool.idleCount;

/** Opens a request with a file; the test sends its body. */
function openRequest(file: typeof good) {
  const { body, headers } = multipart(file);
  const upload = request({
    port,
    method: "POST",
    path: "/api/ac/upload-lps",
    headers: { authorization, ...headers, "content-length": body.length },
  });
  upload.on("error", () => {});
  return { upload, body };
}

describe("a file in a request", () => {
  const json = { "content-type": "application/json" };

  it.each([
    ["that is JSON", { body: "{}", headers: json }, "lps: Send the file as multipart/form-data"],
    [
      "that is the file itself",
      { body: "lp", headers: { "content-type": "text/csv" } },
      "lps: Send the file as multipart/form-data",
    ],
    ["without a body", {}, "lps: Send the file as multipart/form-data"],
    [
      "without a boundary",
      { body: "x", headers: { "content-type": "multipart/form-data" } },
      "lps: Send the file as multipart/form-data",
    ],
    ["without the field", multipart(), "lps: Required"],
    ["with another field", multipart({ field: "note", content: "x" }, good), "note: Is not a known field"],
    ["with another file", multipart({ ...good, field: "rfids" }), "rfids: Is not a known field"],
    ["with another file after it", multipart(good, good), "lps: Is not a known field"],
    [
      "that ends too early",
      { ...multipart(good), body: multipart(good).body.subarray(0, -9) },
      "The upload is incomplete",
    ],
  ])("ID-4 is refused with a message: %s", async (_, sent, message) => {
    const { status, body } = await server.call("POST /ac/upload-lps", sent);
    expect([status, body]).toMatchObject([400, { code: "request/invalid", message }]);
    expect(await stored()).toBe(0);
  });

  it("ID-4 requires sign-in before it is read", async () => {
    const { status } = await server.call("POST /ac/upload-lps", multipart(good), null);
    expect(status).toBe(401);
  });

  it("ID-4 is refused unread if its declared length is too large", async () => {
    const upload = request({
      port,
      method: "POST",
      path: "/api/ac/upload-lps",
      headers: { authorization, ...multipart().headers, "content-length": 300 * 1_048_576 },
    });
    upload.on("error", () => {});
    upload.flushHeaders();
    const [response] = await once(upload, "response");
    expect(response.statusCode).toBe(413);
    upload.destroy();
  });

  it("ID-4 that is interrupted stores nothing and holds no resources", async () => {
    const { upload, body } = openRequest({ ...good, content: `${good.content}\n${"MH 2,CAR\n".repeat(20_000)}` });
    upload.write(body.subarray(0, 100_000));
    await expect.poll(connectionsInUse, { interval: 5 }).toBe(1);
    upload.destroy();
    await expect.poll(connectionsInUse, { interval: 5 }).toBe(0);
    expect(await stored()).toBe(0);
  });
});

describe("an import that is cancelled after its file has arrived", () => {
  it("ID-4 stores nothing", async () => {
    const locked = await db.startTransaction().execute();
    await sql`lock table identifiers in share mode`.execute(locked);
    const { upload, body } = openRequest(good);
    upload.end(body);
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows[0]?.count;
    };
    await expect.poll(waiting).toBe(1);
    upload.destroy();
    // The server has noticed it: a request that is sent later is answered.
    await fetch(`http://127.0.0.1:${port}/api/auth/me`, { headers: { authorization } });
    await locked.rollback().execute();
    await expect.poll(waiting).toBe(0);
    await expect.poll(connectionsInUse, { interval: 5 }).toBe(0);
    expect(await stored()).toBe(0);
    expect((await server.call("POST /ac/upload-lps", multipart(good))).status).toBe(200);
    expect(await stored()).toBeGreaterThan(0);
    await db.deleteFrom("identifiers").execute();
  });
});

describe("a file in a response", () => {
  it("ID-1 stops being generated when the caller disconnects", async () => {
    // More than the socket buffers hold.
    await sql`insert into identifiers (origin, type, iid, "iidNormalized", "vehicleType", "ownerName", "ownerEmail")
      select 'ADMIN', 'RFID', n, n, 'any', repeat('a', 250), repeat('b', 1000) from generate_series(1, 9000) n`.execute(
      db,
    );
    const answer = request({ port, path: "/api/ac/ids/export?scope=ADMIN", headers: { authorization } }).end();
    const [response] = await once(answer, "response");
    await once(response, "readable");
    expect(connectionsInUse()).toBe(1);
    answer.destroy();
    await expect.poll(connectionsInUse, { interval: 5 }).toBe(0);
  });
});

describe("reading an upload", () => {
  const app = fastify({ bodyLimit: 100 });
  let read = 0;
  skipBodyParsing(app);
  app.post("/", async (incoming, reply) => {
    const { bytes, filename } = await openUpload(incoming, reply, "file");
    read = 0;
    for await (const chunk of bytes) read += chunk.length;
    return { size: read, filename };
  });
  app.setErrorHandler((error: { code: string }, _request, reply) => reply.code(400).send({ code: error.code }));
  afterAll(() => app.close());

  const part = (content: string) => ({ field: "file", content, filename: "a\u{7}b.csv" });
  const send = async (payload: Buffer | Readable) =>
    (await app.inject({ method: "POST", url: "/", payload, headers: multipart().headers })).json();

  it("ID-4 returns the bytes and a sanitized name", async () => {
    expect(await send(multipart(part("x".repeat(100))).body)).toEqual({ size: 100, filename: "ab.csv" });
  });

  it("ID-4 stops at the limit", async () => {
    expect(await send(multipart(part("x".repeat(101))).body)).toEqual({ code: "request/too-large" });
    expect(await send(multipart(part("y")).body)).toMatchObject({ size: 1 });
  });

  it("ID-4 ends only with the whole request", async () => {
    const { body } = multipart(part("x".repeat(50)), part("y"));
    const second = body.lastIndexOf("Content-Disposition");
    async function* slowly() {
      yield body.subarray(0, second);
      await expect.poll(() => read, { interval: 1 }).toBe(50);
      yield body.subarray(second);
    }
    expect(await send(Readable.from(slowly()))).toEqual({ code: "request/invalid" });
  });
});
