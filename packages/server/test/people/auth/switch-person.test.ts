import { api } from "@gatehouse/contract/api";
import type { Endpoint, EndpointKey } from "@gatehouse/contract/endpoint";
import { pinLimits } from "@gatehouse/contract/entities/auth/pin";
import type { Command } from "@gatehouse/contract/events/command";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createPinAttempts } from "../../../src/people/auth/pin-attempts.ts";
import { connectDatabase } from "../../../src/platform/database/database.ts";
import { createSteadyTime } from "../../../src/platform/database/steady-time.ts";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { testDatabase } from "../../harness.ts";
import { engineSite } from "../../intake/ingest/ingest-site.ts";
import { race } from "../../racing-writers.ts";
import { createPins } from "./pins.ts";

const connection = await testDatabase();
const site = await engineSite(null, undefined, connection);
const { server, db } = site;
const { people, withPin, switchTo } = createPins(server);
const pin = "2580";
const wrong = "2581";
const minuteMs = 60_000;

const me = (token: string) => server.call("GET /auth/me", {}, token);

async function audit(query: Record<string, unknown>) {
  const { body } = await server.call<{ data: { user: string; action: string; summary: string; entityId: string }[] }>(
    "GET /audit",
    { query },
  );
  return body.data.map(({ user, action, summary, entityId }) => ({ user, action, summary, entityId }));
}

async function fail(userId: number, token: string, times: number): Promise<string[]> {
  const messages: string[] = [];
  for (let attempt = 0; attempt < times; attempt += 1) {
    messages.push((await switchTo(userId, wrong, token)).body.message);
  }
  return messages;
}

/** Makes the wrong PINs of a person older; advancing the clock would also end the sessions of the test. */
async function age(userId: number, ms: number): Promise<void> {
  await sql`
    update pin_attempts set "wrongAt" = array(select wrong - ${ms} from unnest("wrongAt") wrong)
    where "userId" = ${userId}`.execute(db);
}

describe("switching to another person", () => {
  it("AUTH-14 attributes the next opening to them, in the command and in the audit trail", async () => {
    const relay = await relayForTest();
    const { gateId } = await site.plateGate(relay.port);
    const asha = await people.signIn({ role: "guard" });
    const ravi = await withPin(pin);
    const open = (token: string) =>
      server.call<Command[]>("POST /gates/{id}/open", { params: { id: gateId }, body: { reason: "Trial" } }, token);
    expect((await open(asha.token)).body).toMatchObject([{ by: asha.username }]);
    const { status, body } = await switchTo(ravi.id, pin, asha.token);
    expect(status).toBe(200);
    expect((await open(body.token)).body).toMatchObject([{ by: ravi.username }]);
    const stored = await db.selectFrom("commands").select("by").where("gateId", "=", gateId).orderBy("id").execute();
    expect(stored).toEqual([{ by: asha.username }, { by: ravi.username }]);
    const [newest] = await audit({ action: "command" });
    expect(newest).toMatchObject({ user: ravi.username });
  });

  it("AUTH-14 ends the session of the screen, so that two people are never active there", async () => {
    const asha = await people.signIn();
    const ravi = await withPin(pin);
    const { body } = await switchTo(ravi.id, pin, asha.token);
    expect((await me(asha.token)).status).toBe(401);
    expect(await me(body.token)).toMatchObject({ status: 200, body: { username: ravi.username, method: "pin" } });
    // Their other sessions continue.
    expect((await me(ravi.token)).status).toBe(200);
    expect((await server.call("POST /auth/renew", {}, body.token)).status).toBe(200);
    expect((await server.call("POST /auth/logout", {}, body.token)).status).toBe(204);
  });

  it("AUTH-14 is in the audit trail of both", async () => {
    const asha = await people.signIn();
    const ravi = await withPin(pin);
    await switchTo(ravi.id, pin, asha.token);
    const entityId = String(ravi.id);
    expect((await audit({ user: asha.username }))[0]).toEqual({
      user: asha.username,
      action: "switch",
      summary: `Switched to ${ravi.username} with their PIN`,
      entityId,
    });
    expect((await audit({ user: ravi.username }))[0]).toEqual({
      user: ravi.username,
      action: "sign-in",
      summary: `Signed in with a PIN, in place of ${asha.username}`,
      entityId,
    });
  });

  it("AUTH-14 twice at once from one session starts one session only", async () => {
    const asha = await people.signIn();
    const [ravi, meena] = [await withPin(pin), await withPin("90247")];
    const responses = await Promise.all([switchTo(ravi.id, pin, asha.token), switchTo(meena.id, "90247", asha.token)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const started = await db
      .selectFrom("sessions")
      .select("id")
      .where("method", "=", "pin")
      .where("userId", "in", [ravi.id, meena.id])
      .execute();
    expect(started).toHaveLength(1);
  });

  it("AUTH-14 goes on from person to person", async () => {
    const asha = await withPin("90247");
    const ravi = await withPin(pin);
    const first = await switchTo(ravi.id, pin, asha.token);
    const back = await switchTo(asha.id, "90247", first.body.token);
    expect(await me(back.body.token)).toMatchObject({ body: { username: asha.username } });
  });
});

describe("a session that was started with a PIN", () => {
  const credentials = (Object.entries(api) as [EndpointKey, Endpoint][]).filter(
    ([key, { access, allowsPin }]) =>
      (access === "own-account" || access === "any-session") && !key.startsWith("GET ") && !allowsPin,
  );

  it("AUTH-14 has the permissions of the role, except to manage people", async () => {
    const guest = await people.signIn();
    const boss = await withPin(pin, { role: "administrator" });
    const { token } = (await switchTo(boss.id, pin, guest.token)).body;
    const { permissions } = (await me(token)).body as { permissions: string[] };
    expect(permissions).toContain("site");
    expect(permissions).not.toContain("people");
    expect(await server.call("GET /users", {}, token)).toMatchObject({
      status: 403,
      body: {
        code: "auth/pin-session",
        message: "You switched to this account with a PIN. Log out and sign in with your password to do this.",
      },
    });
  });

  it("AUTH-14 can't change its password, its PIN or anything else of the account", async () => {
    const guest = await people.signIn();
    const ravi = await withPin(pin);
    const { token } = (await switchTo(ravi.id, pin, guest.token)).body;
    const calls = credentials.map(([key]) => key);
    expect(calls).toEqual(expect.arrayContaining(["POST /auth/change-password", "PUT /auth/pin", "DELETE /auth/pin"]));
    for (const key of calls) {
      const params = { id: 1 };
      const body = { password: "another password of mine", pin: "90247" };
      expect(await server.call(key, { params, body }, token), key).toMatchObject({
        status: 403,
        body: { code: "auth/pin-session" },
      });
    }
  });
});

describe("wrong PINs", () => {
  it("AUTH-14 say how many attempts are left, then lock the PIN", async () => {
    const asha = await people.signIn();
    const ravi = await withPin(pin);
    const locked = "This PIN is locked after too many wrong attempts. Sign in with your password to unlock it.";
    expect(await fail(ravi.id, asha.token, pinLimits.maxWrong)).toEqual([
      "Wrong PIN. 4 attempts left.",
      "Wrong PIN. 3 attempts left.",
      "Wrong PIN. 2 attempts left.",
      "Wrong PIN. 1 attempt left.",
      locked,
    ]);
    expect(await switchTo(ravi.id, pin, asha.token)).toMatchObject({
      status: 403,
      body: { code: "auth/pin-locked", message: locked },
    });
    // A wrong PIN does not end the session of the screen.
    expect((await me(asha.token)).status).toBe(200);
    const entries = await audit({ user: asha.username, action: "switch-failed" });
    const entityId = String(ravi.id);
    expect(entries).toHaveLength(pinLimits.maxWrong);
    expect(entries[0]).toMatchObject({
      entityId,
      summary: `Could not switch to ${ravi.username}: wrong PIN, which is locked now`,
    });
    expect(entries[1]).toMatchObject({ entityId, summary: `Could not switch to ${ravi.username}: wrong PIN` });
  });

  it("AUTH-14 lock it until the person signs in with the password, however long that takes", async () => {
    const asha = await people.signIn();
    const ravi = await withPin(pin);
    await fail(ravi.id, asha.token, pinLimits.maxWrong);
    server.clock.advance(16 * minuteMs);
    expect(await switchTo(ravi.id, pin, asha.token)).toMatchObject({ body: { code: "auth/pin-locked" } });
    expect((await server.call("GET /auth/switchable-people", {}, asha.token)).body).toContainEqual(
      expect.objectContaining({ id: ravi.id, isLocked: true }),
    );
    expect((await server.call("GET /auth/pin", {}, ravi.token)).body).toMatchObject({ isLocked: true });
    expect((await server.login(people.chosenPassword, ravi.username)).status).toBe(200);
    expect((await switchTo(ravi.id, pin, asha.token)).status).toBe(200);
  });

  it("AUTH-14 of 15 minutes count, even if correct ones are between them", async () => {
    const ravi = await withPin(pin);
    for (let round = 0; round < 2; round += 1) {
      const asha = await people.signIn();
      await fail(ravi.id, asha.token, 2);
      expect((await switchTo(ravi.id, pin, asha.token)).status).toBe(200);
    }
    const asha = await people.signIn();
    expect((await switchTo(ravi.id, wrong, asha.token)).body.code).toBe("auth/pin-locked");
  });

  it("AUTH-14 of earlier count until a correct one, so that slow guessing locks the PIN too", async () => {
    const ravi = await withPin(pin);
    const asha = await people.signIn();
    await fail(ravi.id, asha.token, 4);
    await age(ravi.id, 24 * 60 * minuteMs);
    expect((await switchTo(ravi.id, wrong, asha.token)).body.code).toBe("auth/pin-locked");
  });

  it("AUTH-14 of earlier are forgotten after a correct one", async () => {
    const ravi = await withPin(pin);
    const asha = await people.signIn();
    await fail(ravi.id, asha.token, 4);
    await age(ravi.id, 16 * minuteMs);
    expect((await switchTo(ravi.id, pin, asha.token)).status).toBe(200);
    const meena = await people.signIn();
    expect(await fail(ravi.id, meena.token, 1)).toEqual(["Wrong PIN. 4 attempts left."]);
  });

  it("AUTH-14 that are sent at once through several processes are limited too", async () => {
    const ravi = await withPin(pin);
    const connections = Array.from({ length: 2 }, () => connectDatabase(connection));
    const processes = connections.map((own) => createPinAttempts(own, createSteadyTime(own, server.clock)));
    await processes[0]?.count(ravi.id);
    const counting = Array.from({ length: 6 }, (_, index) => () => (processes[index % 2] ?? addError()).count(ravi.id));
    const counted = await race(
      db,
      (tx) => tx.selectFrom("pin_attempts").select("userId").where("userId", "=", ravi.id).forUpdate().execute(),
      counting,
    );
    const allowed = counted.filter((attempt) => attempt !== undefined);
    expect(allowed.map(({ left }) => left).toSorted()).toEqual([0, 1, 2, 3]);
    expect(new Set(allowed.map(({ at }) => at)).size).toBe(allowed.length);
    await Promise.all(connections.map((own) => own.destroy()));
  });

  it("AUTH-14 without four digits are refused without counting", async () => {
    const ravi = await withPin(pin);
    const asha = await people.signIn();
    expect(await switchTo(ravi.id, "25", asha.token)).toMatchObject({ status: 400 });
    expect(await fail(ravi.id, asha.token, 1)).toEqual(["Wrong PIN. 4 attempts left."]);
  });
});

function addError(): never {
  throw new Error("no such process");
}
