import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createClock } from "../../../src/platform/clock.ts";
import { createSecretThrottle } from "../../../src/platform/security/secret-throttle.ts";
import { engineSite, poll } from "./ingest-site.ts";

const site = await engineSite();
const { server, db } = site;
const secondMs = 1_000;

// Simulated remote addresses; nothing connects to them.
const guesser = "198.51.100.66";
let networks = 0;
const nextAddress = () => {
  networks += 1;
  return `203.0.113.${networks}`;
};

async function push(id: number, secret: string, remoteAddress: string, plate = "SEC1") {
  const response = await server.app.inject({
    method: "POST",
    url: `/api/ingest/${id}`,
    headers: { "content-type": "application/json", "x-gatehouse-secret": secret },
    payload: JSON.stringify(site.plateEvent(plate)),
    remoteAddress,
  });
  return { status: response.statusCode, retryAfter: Number(response.headers["retry-after"] ?? 0), body: response.body };
}

async function guess(id: number, times: number, address: string) {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < times; attempt += 1)
    statuses.push((await push(id, `guess ${attempt}`, address)).status);
  return statuses;
}

async function plateDevice(ip: string) {
  const device = await site.device("ANPR_ACCESS_CONTROL", { ip });
  await site.camera(device.id, "ANPR_ACCESS_CONTROL");
  await site.settle();
  return device;
}

describe("wrong secrets of a device", () => {
  it("INT-3 get status 429 with an increasing wait after ten from one address", async () => {
    const { id } = await plateDevice("127.0.0.1");
    const statuses = await guess(id, 12, guesser);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    const first = await push(id, "guess", guesser);
    expect(first.retryAfter).toBe(1);
    expect(JSON.parse(first.body)).toMatchObject({
      code: "secret/too-many-attempts",
      message: "Too many wrong secrets from this address. Try again in 1 s.",
    });
    server.clock.advance(secondMs);
    expect((await push(id, "guess", guesser)).status).toBe(401);
    expect((await push(id, "guess", guesser)).retryAfter).toBe(2);
  });

  it("INT-3 block even the right secret from an address that the device never used", async () => {
    const { id, secret } = await plateDevice("127.0.0.1");
    await guess(id, 11, guesser);
    expect((await push(id, secret, guesser)).status).toBe(429);
    expect((await push(id, secret, "198.51.100.67")).status).toBe(200);
  });

  it("INT-3 never block the device at its registered address, even if they come from there", async () => {
    const address = "127.0.0.77";
    const { id, secret } = await plateDevice(address);
    expect((await guess(id, 12, address)).slice(-2)).toEqual([429, 429]);
    expect((await push(id, secret, address)).status).toBe(200);
  });

  it("INT-3 never block the device at the address from which it last sent its secret", async () => {
    const { id, secret } = await plateDevice("127.0.0.1");
    const address = nextAddress();
    expect((await push(id, secret, address)).status).toBe(200);
    await guess(id, 12, address);
    expect((await push(id, secret, address)).status).toBe(200);
    await poll(async () =>
      expect(
        await db.selectFrom("ingest_tokens").select("knownAddress").where("deviceId", "=", id).executeTakeFirst(),
      ).toEqual({ knownAddress: address }),
    );
  });

  it("INT-3 never block the device at the address it used before a restart", async () => {
    const { id, secret } = await plateDevice("127.0.0.1");
    const address = nextAddress();
    await db.updateTable("ingest_tokens").set({ knownAddress: address }).where("deviceId", "=", id).execute();
    site.parts.siteCache.drop();
    expect((await guess(id, 12, address)).slice(-2)).toEqual([429, 429]);
    expect((await push(id, secret, address)).status).toBe(200);
  });

  it("INT-3 for one device never block another device at the same address", async () => {
    const one = await plateDevice("127.0.0.1");
    const other = await plateDevice("127.0.0.1");
    await guess(one.id, 12, guesser);
    expect((await push(other.id, other.secret, guesser)).status).toBe(200);
  });

  it("INT-3 of a thousand guesses are recorded only a few times", async () => {
    const { id } = await plateDevice("127.0.0.1");
    const address = nextAddress();
    const statuses = await guess(id, 1_000, address);
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(20);
  }, 60_000);
});

describe("wrong integration keys", () => {
  const send = async (key: string, remoteAddress: string) => {
    const response = await server.app.inject({
      method: "PUT",
      url: "/api/integrations/reservations",
      headers: { authorization: `Bearer ${key}` },
      payload: { reservations: [], deleted: [] },
      remoteAddress,
    });
    return { status: response.statusCode, retryAfter: response.headers["retry-after"], code: response.json().code };
  };
  const guessKeys = async (times: number, address: string) => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < times; attempt += 1) statuses.push((await send(`ghk_${attempt}`, address)).status);
    return statuses;
  };
  const makeKey = async (name: string) =>
    (await server.call<{ key: string }>("POST /integration-keys", { body: { name, purpose: "integration" } })).body.key;

  it("INT-4 get status 429 after ten from one address, and block no other address", async () => {
    const key = await makeKey("ERP");
    const address = nextAddress();
    expect(await guessKeys(12, address)).toEqual([...Array<number>(10).fill(401), 429, 429]);
    expect(await send("ghk_x", address)).toEqual({ status: 429, retryAfter: "1", code: "secret/too-many-attempts" });
    expect((await send(key, nextAddress())).status).toBe(200);
  });

  it("INT-4 never block a system at the address from which it last called", async () => {
    const key = await makeKey("Booking");
    const address = nextAddress();
    expect((await send(key, address)).status).toBe(200);
    expect((await guessKeys(12, address)).slice(-2)).toEqual([429, 429]);
    expect((await send(key, address)).status).toBe(200);
  });

  it("SAFE-2 INT-4 the last use of a key is saved after the clock was set back", async () => {
    const key = await makeKey("Cloud");
    const address = nextAddress();
    await send(key, address);
    server.clock.step(-3_600_000);
    await send(key, address);
    const { rows } = await sql<{ isNow: boolean }>`
      select "lastUsedAt" <= ${server.clock.now()} as "isNow" from integration_keys where name = 'Cloud'`.execute(db);
    server.clock.step(3_600_000);
    expect(rows).toEqual([{ isNow: true }]);
  });
});

const clockAt = (monotonicMs: () => number) => createClock(() => 0, monotonicMs);

describe("the secret throttle", () => {
  const attempts = (throttle: ReturnType<typeof createSecretThrottle>, key: string, times: number) =>
    Array.from({ length: times }, () => throttle.fail(key, "ingest/refused").status);

  it("waits at most a minute, and resets after 15 minutes", () => {
    const clock = { ms: 0 };
    const throttle = createSecretThrottle(clockAt(() => clock.ms));
    const waits: unknown[] = [];
    for (let round = 0; round < 20; round += 1) {
      throttle.fail("a", "ingest/refused");
      const wait = throttle.fail("a", "ingest/refused").details.retryAfterSeconds ?? 0;
      waits.push(wait);
      clock.ms += wait * secondMs;
    }
    expect(Math.max(...(waits as number[]))).toBe(60);
    clock.ms += 15 * 60 * secondMs;
    expect(attempts(throttle, "a", 10)).toEqual(Array<number>(10).fill(401));
  });

  it("tracks a limited number of addresses, the latest ones", () => {
    const throttle = createSecretThrottle(
      clockAt(() => 0),
      100,
    );
    attempts(throttle, "first", 11);
    for (let index = 0; index < 100; index += 1) attempts(throttle, `address ${index}`, 11);
    expect(throttle.size()).toBe(100);
    expect(attempts(throttle, "first", 1)).toEqual([401]);
    expect(attempts(throttle, "address 99", 1)).toEqual([429]);
  });
});
