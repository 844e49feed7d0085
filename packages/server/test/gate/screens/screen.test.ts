import { api } from "@gatehouse/contract/api";
import type { Endpoint, EndpointKey } from "@gatehouse/contract/endpoint";
import { screenTiming } from "@gatehouse/contract/entities/display/display-page";
import type { ScreenContent, ScreenStatus } from "@gatehouse/contract/entities/display/screen";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createScreenPresence } from "../../../src/gate/screens/screen-presence.ts";
import { secretLimits } from "../../../src/platform/security/secret-throttle.ts";
import { testServer } from "../../test-server.ts";

const server = await testServer();
let origin = "";

beforeAll(async () => {
  origin = await server.app.listen({ port: 0, host: "127.0.0.1" });
  await server.call("PUT /configs/module-activation-status", { body: { ...everyModule(false), EPLD: true } });
});

const presence = createScreenPresence(server.services);
const checks = presence.startChecks();
afterAll(() => checks.stop());

let last = 0;

/** Adds a constant and a display that shows it. */
async function addScreen(value = 42) {
  last += 1;
  const name = `Level ${last}`;
  const constant = { type: "constant", scope: "epld", name, value };
  const { body: variable } = await server.call<{ id: number }>("POST /variables", { body: constant });
  const draft = {
    uid: `screen/${last}`,
    name: `Screen ${last}`,
    scope: "epld",
    templateId: 1,
    variables: [{ templateKey: "free", variableId: variable.id }],
  };
  const { body: display } = await server.call<{ id: number; uid: string }>("POST /displays/multimedia", {
    body: draft,
  });
  const setTo = (next: number) =>
    server.call("PUT /variables/{id}", { params: { id: variable.id }, body: { ...constant, value: next } });
  return { ...display, draft, variableName: name, setTo };
}

async function createKey({ id }: { id: number }): Promise<{ key: string; path: string }> {
  const { status, body } = await server.call<{ key: string; path: string }>("POST /displays/{id}/key", {
    params: { id },
  });
  expect(status).toBe(201);
  return body;
}

const read = (uid: string, key: string | null) =>
  server.call<ScreenContent & { code: string }>("GET /screen", { query: { uid } }, key);

async function statusOf({ id }: { id: number }): Promise<ScreenStatus | undefined> {
  const { body } = await server.call<ScreenStatus[]>("GET /displays/{module}/screens", { params: { module: "epld" } });
  return body.find(({ displayId }) => displayId === id);
}

/** Opens the stream of a screen. */
async function watch(uid: string, key: string, screen = `tv-${last}-${key.slice(-8)}`) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const query = new URLSearchParams({ uid, screen });
  const response = await fetch(`${origin}/api/screen/live?${query}`, {
    headers: { authorization: `Bearer ${key}` },
    signal: stop.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const until = async (text: string) => {
    let heard = "";
    while (!heard.includes(text)) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) return `${heard}[end]`;
      heard += value;
    }
    return heard;
  };
  return { status: response.status, screen, until, close: () => stop.abort() };
}

const withKey = async (display: { id: number }) => ({ ...display, ...(await createKey(display)) });
const shared = await withKey(await addScreen());

describe("LIVE-8 the key of a multimedia display", () => {
  it("LIVE-8 reads what its display shows", async () => {
    const display = await addScreen();
    const { key, path } = await createKey(display);
    expect(path).toBe(`/display/${encodeURIComponent(display.uid)}#${key}`);
    const { status, body } = await read(display.uid, key);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      uid: display.uid,
      name: display.draft.name,
      siteName: "My site",
      templateId: 1,
      isInService: true,
      values: [{ templateKey: "free", label: display.variableName, value: 42 }],
    });
  });

  it("LIVE-8 is stored as a hash only, and not in the audit log either", async () => {
    const display = await addScreen();
    const { key } = await createKey(display);
    const { db } = server.services;
    const stored = await db.selectFrom("screen_keys").selectAll().where("displayId", "=", display.id).execute();
    const audited = await db.selectFrom("audit_log").selectAll().where("tableName", "=", "screen_keys").execute();
    expect(JSON.stringify([stored, audited])).not.toContain(key);
    expect(JSON.stringify(audited)).not.toContain(stored[0]?.keyHash);
    expect(audited.some(({ username }) => username === "admin")).toBe(true);
  });

  it("LIVE-8 does not read another display", async () => {
    const [own, other] = [await addScreen(), await addScreen()];
    const { key } = await createKey(own);
    await createKey(other);
    const { status, body } = await read(other.uid, key);
    expect([status, body.code]).toEqual([401, "key/invalid"]);
    expect((await watch(other.uid, key)).status).toBe(401);
    const body2 = { uid: other.uid, screen: "screen-1234" };
    expect((await server.call("POST /screen/seen", { body: body2 }, key)).status).toBe(401);
  });

  const others = Object.entries<Endpoint>(api).filter(([, { access }]) => access !== "public" && access !== "display");
  it("LIVE-8 is refused by every other call", async () => {
    const params = {
      id: shared.id,
      module: "epld",
      scope: "epld",
      deviceId: 1,
      origin: "CLOUD",
      name: "x",
      type: "OSD",
    };
    const accepting: string[] = [];
    for (const [key] of others) {
      const { status } = await server.call(key as EndpointKey, { params }, shared.key);
      if (status !== 401) accepting.push(`${key}: ${status}`);
    }
    expect(accepting).toEqual([]);
  });

  it("LIVE-8 stops working when it is replaced or revoked", async () => {
    const display = await addScreen();
    const { key: first } = await createKey(display);
    const { key: second } = await createKey(display);
    expect((await read(display.uid, first)).status).toBe(401);
    expect((await read(display.uid, second)).status).toBe(200);
    const revoke = () => server.call("DELETE /displays/{id}/key", { params: { id: display.id } });
    expect((await revoke()).status).toBe(204);
    expect((await read(display.uid, second)).status).toBe(401);
    expect((await revoke()).status).toBe(404);
  });

  it("LIVE-8 ends with its display", async () => {
    const display = await addScreen();
    const { key } = await createKey(display);
    await server.call("DELETE /displays/{id}", { params: { id: display.id } });
    expect((await read(display.uid, key)).status).toBe(401);
  });

  it("LIVE-8 is only for multimedia displays", async () => {
    const additionalInfo = { ip: "127.0.0.1", port: 9, chars: 16, rows: 2, drv: "text-tcp", tmr: 5 };
    const { body: sign } = await server.call<{ id: number }>("POST /displays/grid", {
      body: { uid: "sign", name: "Sign", scope: "epld", additionalInfo },
    });
    const { status, body } = await server.call<{ code: string }>("POST /displays/{id}/key", {
      params: { id: sign.id },
    });
    expect([status, body.code]).toEqual([409, "display/no-page"]);
    expect((await server.call("POST /displays/{id}/key", { params: { id: 999_999 } })).status).toBe(404);
  });

  it("LIVE-8 is required", async () => {
    const display = await addScreen();
    await createKey(display);
    expect((await read(display.uid, null)).status).toBe(401);
  });

  it("LIVE-8 is throttled when wrong; another screen at the same address keeps working", async () => {
    const display = await addScreen();
    const { key } = await createKey(display);
    const readFrom = async (address: string, sentKey: string) => {
      const headers = { "x-forwarded-for": address };
      return (await server.call("GET /screen", { query: { uid: display.uid }, headers }, sentKey)).status;
    };
    const fail = async (address: string) => {
      for (let tried = 0; tried < secretLimits.free; tried++) expect(await readFrom(address, "ghd_x")).toBe(401);
      expect(await readFrom(address, "ghd_x")).toBe(429);
    };
    await fail("127.0.0.8");
    expect(await readFrom("127.0.0.8", key)).toBe(429);
    expect(await readFrom("127.0.0.9", key)).toBe(200);
    await fail("127.0.0.9");
    expect(await readFrom("127.0.0.9", key)).toBe(200);
  });
});

describe("LIVE-8 the stream of a screen", () => {
  it("LIVE-8 sends the content at once and after each change", async () => {
    const display = await addScreen();
    const { key } = await createKey(display);
    const live = await watch(display.uid, key);
    expect(await live.until('"value":42')).toContain("event: page");
    await display.setTo(41);
    expect(await live.until('"value":41')).toContain("event: content");
  });

  it("LIVE-8 confirms values that don't change", async () => {
    const display = await addScreen();
    const live = await watch(display.uid, (await createKey(display)).key);
    expect(await live.until("event: current")).toContain('"at":');
    await live.until("event: current");
  });

  it("LIVE-8 confirms nothing while the values can't be read", async () => {
    const display = await addScreen();
    const live = await watch(display.uid, (await createKey(display)).key);
    await live.until("event: current");
    const { db } = server.services;
    const select = db.selectFrom.bind(db);
    let failures = 0;
    const failing = vi.spyOn(db, "selectFrom").mockImplementation(((table: "configs") => {
      if (table !== "configs") return select(table);
      failures += 1;
      throw new Error("the database is down");
    }) as never);
    await expect.poll(() => failures).toBeGreaterThan(1);
    // While it fails, so that no unchanged value is confirmed in between.
    expect((await display.setTo(7)).status).toBe(200);
    failing.mockRestore();
    const heard = await live.until('"value":7');
    expect(heard).not.toContain("event: current");
  });

  it("LIVE-8 follows the name, the site and the module", async () => {
    const display = await addScreen();
    const live = await watch(display.uid, (await createKey(display)).key);
    await live.until("event: content");
    await server.call("PUT /displays/multimedia/{id}", {
      params: { id: display.id },
      body: { ...display.draft, name: "Renamed" },
    });
    await live.until('"name":"Renamed"');
    await server.call("PUT /configs/module-activation-status", { body: everyModule(false) });
    await live.until('"isInService":false');
    await server.call("PUT /configs/module-activation-status", { body: { ...everyModule(false), EPLD: true } });
    await live.until('"isInService":true');
  });

  it.each(["DELETE", "POST"] as const)("LIVE-8 ends when its key is gone (%s)", async (method) => {
    const display = await addScreen();
    const live = await watch(display.uid, (await createKey(display)).key);
    await live.until("event: content");
    await server.call(`${method} /displays/{id}/key`, { params: { id: display.id } });
    expect(await live.until("this never comes")).toContain("[end]");
  });

  it("LIVE-8 refuses an invalid screen name", async () => {
    const display = await addScreen();
    const { key } = await createKey(display);
    expect((await watch(display.uid, key, "x y")).status).toBe(400);
  });
});

describe("LIVE-8 the list of screens", () => {
  it("LIVE-8 tells whether a display has a key and whether a screen shows it", async () => {
    const display = await addScreen();
    expect(await statusOf(display)).toMatchObject({ keyCreatedAt: null, connected: 0, lastSeenAt: null });
    const { key } = await createKey(display);
    const first = await watch(display.uid, key, "screen-one");
    await watch(display.uid, key, "screen-two");
    await expect.poll(() => statusOf(display)).toMatchObject({ connected: 2 });
    first.close();
    await expect.poll(() => statusOf(display)).toMatchObject({ connected: 1 });
    expect(await statusOf(display)).toMatchObject({ keyCreatedBy: "admin" });
  });

  it("LIVE-8 a screen that stops reporting is off, and stays listed with its last time", async () => {
    const display = await addScreen();
    const { key } = await createKey(display);
    const report = { body: { uid: display.uid, screen: "unplugged" } };
    expect((await server.call("POST /screen/seen", report, key)).status).toBe(204);
    expect(await statusOf(display)).toMatchObject({ connected: 1 });
    const seenAt = (await statusOf(display))?.lastSeenAt;
    server.clock.advance(screenTiming.absentAfterMs + 1);
    expect(await statusOf(display)).toMatchObject({ connected: 0, lastSeenAt: seenAt });
    const rows = () =>
      server.services.db.selectFrom("screens").selectAll().where("displayId", "=", display.id).execute();
    await expect.poll(rows).toEqual([]);
    expect(await statusOf(display)).toMatchObject({ connected: 0, lastSeenAt: seenAt });
  });
});
