import { currentPasswordNeeded, currentPasswordWrong } from "@gatehouse/contract/entities/auth/auth.messages";
import type { SwitchablePerson } from "@gatehouse/contract/entities/auth/pin";
import { freshSessionMinutes } from "@gatehouse/contract/session-limits";
import { beforeEach, describe, expect, it } from "vitest";
import { testServer } from "../../test-server.ts";
import { createPins } from "./pins.ts";

const server = await testServer();
const { db } = server.services;
const { people, withPin, switchTo } = createPins(server);
const pin = "2580";

const setPin = (body: object, token: string) => server.call("PUT /auth/pin", { body }, token);
const ownPin = async (token: string) => (await server.call("GET /auth/pin", {}, token)).body;
const listFor = async (token: string) =>
  (await server.call<SwitchablePerson[]>("GET /auth/switchable-people", {}, token)).body;

beforeEach(async () => {
  await db.deleteFrom("role_policies").execute();
});

describe("a person's own PIN", () => {
  it("AUTH-14 is set, changed and removed, with audit entries that don't contain it", async () => {
    const { token, username } = await people.signIn();
    expect(await ownPin(token)).toEqual({ isSet: false, isLocked: false, isAllowed: true });
    expect(await setPin({ pin }, token)).toMatchObject({ status: 200, body: { isSet: true } });
    expect((await setPin({ pin: "90247" }, token)).status).toBe(200);
    expect((await server.call("DELETE /auth/pin", {}, token)).status).toBe(204);
    expect(await ownPin(token)).toMatchObject({ isSet: false });
    const { body } = await server.call<{ data: { summary: string; after: unknown }[] }>("GET /audit", {
      query: { user: username, entity: "pins" },
    });
    expect(body.data.map(({ summary }) => summary)).toEqual([
      "Removed their PIN",
      "Changed their PIN",
      "Set their PIN",
    ]);
    expect(JSON.stringify(body.data)).not.toMatch(/argon2|2580|90247/);
  });

  it("AUTH-14 is stored as an argon2id hash", async () => {
    const { id } = await withPin(pin);
    const stored = await db.selectFrom("pins").select("pinHash").where("userId", "=", id).executeTakeFirst();
    expect(stored?.pinHash).toMatch(/^\$argon2id\$/);
  });

  it.each([
    ["too short", "258", "Use 4 to 8 digits"],
    ["too easy", "3456", "Too easy to guess: don't repeat one digit or count up or down"],
  ])("AUTH-14 is refused at its field if it is %s", async (_, given, message) => {
    const { token } = await people.signIn();
    expect(await setPin({ pin: given }, token)).toMatchObject({
      status: 400,
      body: { errors: [{ path: "pin", message }] },
    });
  });

  it("AUTH-14 needs the current password five minutes after the sign-in", async () => {
    const { token, username } = await people.signIn();
    const minuteMs = 60_000;
    server.clock.advance(freshSessionMinutes * 60_000 - minuteMs);
    expect((await setPin({ pin }, token)).status).toBe(200);
    server.clock.advance(minuteMs);
    const rejected = (status: number, message: string) => ({
      status,
      body: { errors: [{ path: "currentPassword", message }] },
    });
    expect(await setPin({ pin }, token)).toMatchObject(rejected(400, currentPasswordNeeded));
    expect(await setPin({ pin, currentPassword: "a guess" }, token)).toMatchObject(rejected(403, currentPasswordWrong));
    expect(await server.call("DELETE /auth/pin", {}, token)).toMatchObject(rejected(400, currentPasswordNeeded));
    const { chosenPassword } = people;
    expect((await setPin({ pin: "90247", currentPassword: chosenPassword }, token)).status).toBe(200);
    const removal = { body: { currentPassword: chosenPassword } };
    expect((await server.call("DELETE /auth/pin", removal, token)).status).toBe(204);
    const { body } = await server.call<{ data: { summary: string }[] }>("GET /audit", {
      query: { user: username, action: "sign-in-failed" },
    });
    expect(body.data.map(({ summary }) => summary)).toEqual(["Could not sign in: wrong current password"]);
  });

  it("AUTH-14 wrong current passwords are throttled like failed sign-ins", async () => {
    const { token } = await people.signIn();
    server.clock.advance(freshSessionMinutes * 60_000);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      statuses.push((await setPin({ pin, currentPassword: "a guess" }, token)).status);
    }
    expect(statuses).toEqual([403, 403, 403, 429]);
  });

  it("AUTH-14 is refused for a role that requires a second factor", async () => {
    const { token } = await people.signIn({ role: "manager" });
    await db.insertInto("role_policies").values({ role: "manager", isSecondFactorRequired: true }).execute();
    expect(await ownPin(token)).toMatchObject({ isAllowed: false });
    expect(await setPin({ pin }, token)).toMatchObject({ status: 403, body: { code: "auth/pin-not-allowed" } });
  });

  it("AUTH-14 is removed with a new one-time password, which replaces all credentials", async () => {
    const { id } = await withPin(pin);
    await server.call("POST /users/{id}/one-time-password", { params: { id } });
    expect(await db.selectFrom("pins").select("userId").where("userId", "=", id).execute()).toEqual([]);
  });
});

describe("the people to whom one can switch", () => {
  it("AUTH-14 have a PIN, are enabled, and need no second factor; oneself is not listed", async () => {
    const here = await withPin(pin);
    const there = await withPin(pin, { name: "Asha Rao" });
    const disabled = await withPin(pin);
    const manager = await withPin(pin, { role: "manager" });
    const without = await people.signIn();
    await server.call("PATCH /users/{id}", { params: { id: disabled.id }, body: { isDisabled: true } });
    await db.insertInto("role_policies").values({ role: "Manager", isSecondFactorRequired: true }).execute();
    const listed = await listFor(here.token);
    expect(listed).toContainEqual({
      id: there.id,
      username: there.username,
      name: "Asha Rao",
      gates: null,
      isLocked: false,
    });
    const ids = listed.map(({ id }) => id);
    expect([here, disabled, manager, without].filter(({ id }) => ids.includes(id))).toEqual([]);
    const rejected = { status: 403, body: { code: "auth/not-switchable" } };
    for (const { id } of [here, disabled, manager, without, { id: 999_999 }]) {
      expect(await switchTo(id, pin, here.token)).toMatchObject(rejected);
    }
  });

  it("AUTH-14 are not shown to somebody without the permission to view", async () => {
    await server.call("POST /roles", { body: { name: "Blind", permissions: ["open"] } });
    const { token } = await people.signIn({ role: "Blind" });
    expect((await server.call("GET /auth/switchable-people", {}, token)).status).toBe(403);
  });
});
