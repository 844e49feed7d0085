import { signInLimits } from "@gatehouse/contract/entities/auth/auth";
import { consoleAppId } from "@gatehouse/contract/runtime-config";
import { beforeEach, describe, expect, it } from "vitest";
import { createLoginThrottle } from "../../../src/people/auth/login-throttle.ts";
import { createSteadyTime } from "../../../src/platform/database/steady-time.ts";
import { createAdmin, oneTime, ownPassword, testServer } from "../../test-server.ts";

const server = await testServer();
const { db } = server.services;
const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const yearMs = 365 * 24 * hourMs;

// Forged addresses of callers; nothing connects to them.
const home = "203.0.113.7";
const elsewhere = "198.51.100.9";

/** Every test starts as a new installation does. */
beforeEach(async () => {
  await db.deleteFrom("users").execute();
  await db.deleteFrom("login_buckets").execute();
  await createAdmin(db);
});

interface From {
  address?: string;
  username?: string;
  cookie?: string;
  headers?: Record<string, string>;
}

async function signIn(password: string, { address = home, username = "admin", cookie, headers }: From = {}) {
  const response = await server.app.inject({
    method: "POST",
    url: "/api/auth/login",
    headers: { "app-id": consoleAppId, ...(cookie && { cookie }), ...headers },
    payload: { username, password },
    remoteAddress: address,
  });
  const given = String(response.headers["set-cookie"] ?? "");
  const { message, code, token } = response.json<{ message: string; code: string; token: string }>();
  return {
    status: response.statusCode,
    retryAfter: Number(response.headers["retry-after"] ?? 0),
    message,
    code,
    token,
    given,
    cookie: given.split(";", 1)[0] ?? "",
  };
}

let count = 0;
/** An address in a network of its own. */
function nextAddress(): string {
  count += 1;
  return `100.${64 + ((count >> 8) & 63)}.${count & 255}.1`;
}

/** Five wrong passwords per second, each from another address, for the given time. */
async function flood(seconds: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < seconds * 5; attempt += 1) {
    statuses.push((await signIn("wrong", { address: nextAddress() })).status);
    server.clock.advance(200);
  }
  return statuses;
}

/** Has the effect of the flood without the cost of hashing. */
async function useUpBudget(): Promise<void> {
  const throttle = createLoginThrottle(db, createSteadyTime(db, server.clock));
  for (let attempt = 0; attempt < signInLimits.unknown; attempt += 1) {
    await throttle.count({
      username: "admin",
      address: nextAddress(),
      isKnownAddress: false,
      browserId: undefined,
    });
  }
}

const failTimes = async (times: number, from: From = {}) => {
  for (let attempt = 0; attempt < times; attempt += 1) await signIn("wrong", from);
};

describe("a distributed flood of wrong passwords", { timeout: 60_000 }, () => {
  it("AUTH-9 never locks out a known browser or address", async () => {
    const { cookie, given } = await signIn(oneTime);
    expect(given).toMatch(
      /^gatehouse-browser-[\w-]+=[\w-]+; Path=\/api\/auth; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
    await useUpBudget();
    const statuses: number[] = [];
    for (let round = 0; round < 50; round += 1) {
      await flood(0.2);
      statuses.push((await signIn(oneTime, { cookie, address: elsewhere })).status);
      statuses.push((await signIn(oneTime)).status);
    }
    expect(statuses).toEqual(Array<number>(100).fill(200));
  });

  it.each(["127.0.0.1", "::1", "::ffff:127.0.0.1"])(
    "AUTH-9 never keeps out the machine itself: %s",
    async (address) => {
      await useUpBudget();
      expect((await signIn(oneTime, { address })).status).toBe(200);
    },
  );

  it("AUTH-9 a caller behind a proxy on this machine does not count as local", async () => {
    await useUpBudget();
    const proxied = { address: "127.0.0.1", headers: { "x-forwarded-for": elsewhere } };
    expect((await signIn(oneTime, proxied)).status).toBe(429);
    const unnamed = { address: "127.0.0.1", headers: { via: "1.1 proxy" } };
    expect((await signIn(oneTime, unnamed)).status).toBe(429);
  });

  it("AUTH-9 states the waiting time to a new address and admits it after the flood", async () => {
    await useUpBudget();
    const rejected = await signIn(oneTime);
    expect(rejected).toMatchObject({ status: 429, code: "auth/too-many-attempts" });
    expect(rejected.message).toMatch(
      /^Too many failed sign-ins to this account from other addresses\. Try again in \d+ min, or use a browser or network/,
    );
    expect(rejected.retryAfter).toBeLessThanOrEqual(signInLimits.windowSeconds);
    server.clock.advance(rejected.retryAfter * secondMs);
    expect((await signIn(oneTime)).status).toBe(200);
  });

  it("AUTH-9 from one network does not block other networks", async () => {
    for (let host = 1; host <= 60; host += 1) await signIn("wrong", { address: `198.51.100.${host}` });
    for (let site = 1; site <= 60; site += 1) await signIn("wrong", { address: `2001:db8:5:${site}::1` });
    expect((await signIn(oneTime)).status).toBe(200);
  });

  it("AUTH-9 looks the same for an account that does not exist", async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 60; attempt += 1) {
      statuses.push((await signIn("wrong", { username: "nobody", address: nextAddress() })).status);
    }
    const { unknown } = signInLimits;
    expect(statuses).toEqual([...Array<number>(unknown).fill(401), ...Array<number>(60 - unknown).fill(429)]);
  });
});

describe("failures from one address", () => {
  it("AUTH-9 cause growing delays that are stated and expire", async () => {
    const waits: number[] = [];
    for (let attempt = 0; attempt < signInLimits.address; attempt += 1) {
      const { retryAfter } = await signIn("wrong");
      waits.push(retryAfter);
      server.clock.advance(retryAfter * secondMs);
      if (retryAfter > 0) await signIn("wrong");
    }
    expect(waits).toEqual([0, 0, 0, 5, 30, 120]);
    const rejected = await signIn(oneTime);
    expect(rejected.message).toMatch(/^Too many failed attempts\. Try again in 1[0-5] min\.$/);
    server.clock.advance(rejected.retryAfter * secondMs);
    expect((await signIn(oneTime)).status).toBe(200);
  });

  it("AUTH-9 don't delay other addresses", async () => {
    await failTimes(20);
    expect((await signIn(oneTime)).status).toBe(429);
    expect((await signIn(oneTime, { address: elsewhere })).status).toBe(200);
  });

  it("AUTH-9 don't delay a known browser at the same address", async () => {
    const { cookie } = await signIn(oneTime);
    await failTimes(20);
    expect((await signIn(oneTime)).status).toBe(429);
    expect((await signIn(oneTime, { cookie })).status).toBe(200);
  });

  it("AUTH-9 count together for an IPv6 /64", async () => {
    for (let host = 1; host <= 20; host += 1) await signIn("wrong", { address: `2001:db8::${host.toString(16)}` });
    expect((await signIn(oneTime, { address: "2001:db8::ffff" })).status).toBe(429);
    expect((await signIn(oneTime, { address: "2001:db8:0:1::1" })).status).toBe(200);
  });

  it("AUTH-9 count when they are concurrent", async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => signIn("wrong")));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(3).fill(401), ...Array<number>(9).fill(429)]);
  });

  it("AUTH-9 are not reset by a successful sign-in from the same address", async () => {
    const { cookie } = await signIn(oneTime);
    await failTimes(3);
    await signIn(oneTime, { cookie });
    expect((await signIn("wrong")).status).toBe(429);
  });
});

describe("many concurrent attempts", () => {
  it("AUTH-9 from one address are rejected beyond its share of the queue and don't delay others", async () => {
    const { cookie } = await signIn(oneTime);
    const crowd = Promise.all(
      Array.from({ length: 40 }, (_, index) => signIn("wrong", { username: `person-${index}`, address: elsewhere })),
    );
    const [stranger, known, responses] = await Promise.all([
      signIn(oneTime, { address: "192.0.2.1" }),
      signIn(oneTime, { cookie }),
      crowd,
    ]);
    expect([stranger.status, known.status]).toEqual([200, 200]);
    const busy = responses.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThan(0);
    expect(busy[0]).toMatchObject({ code: "auth/busy", retryAfter: 5 });
  });
});

describe("a known browser", () => {
  it.each([
    ["of another account", "somebody"],
    ["that was altered", "admin"],
  ])("AUTH-9 gets no benefit from a cookie %s", async (_, username) => {
    const { cookie } = await signIn(oneTime);
    const shown = username === "admin" ? `${cookie.slice(0, -2)}AA` : cookie;
    await failTimes(3, { username });
    expect((await signIn("wrong", { username, cookie: shown })).status).toBe(429);
  });

  it("AUTH-9 is no longer known after the password was changed elsewhere", async () => {
    const { cookie, token } = await signIn(oneTime);
    const changed = await server.app.inject({
      method: "POST",
      url: "/api/auth/reset-password",
      headers: { authorization: `Bearer ${token}`, cookie },
      payload: { password: ownPassword },
      remoteAddress: home,
    });
    const renewed = String(changed.headers["set-cookie"]).split(";", 1)[0] ?? "";
    await failTimes(3);
    expect((await signIn(ownPassword, { cookie })).status).toBe(429);
    expect((await signIn(ownPassword, { cookie: renewed })).status).toBe(200);
  });
});

describe("a clock change while an address waits", () => {
  it.each([
    ["an hour back", [-hourMs]],
    ["a year back", [-yearMs]],
    ["a year forward", [yearMs]],
    ["a year forward and back", [yearMs, -yearMs]],
    ["an hour back, again and again", [-hourMs, -hourMs, -hourMs]],
  ])("SAFE-2 AUTH-9 neither extends nor skips the wait: %s", async (_, steps) => {
    await failTimes(4);
    for (const step of steps) {
      server.clock.step(step);
      const { status, retryAfter } = await signIn(oneTime);
      expect(status).toBe(429);
      expect(retryAfter).toBeLessThanOrEqual(5);
    }
    server.clock.advance(5 * secondMs);
    expect((await signIn(oneTime)).status).toBe(200);
    for (const step of steps) server.clock.step(-step);
  });
});
