import type { AuditEntry } from "@gatehouse/contract/entities/audit/audit";
import { freshSessionMinutes } from "@gatehouse/contract/session-limits";
import { beforeEach, describe, expect, it } from "vitest";
import { createFirstAdmin } from "../../../src/people/auth/first-admin.ts";
import { oneTime, ownPassword, testServer } from "../../test-server.ts";

const server = await testServer();
const { db } = server.services;
const minute = 60_000;
const nextPassword = "quite another password";

/** Every test starts as a new installation does. */
beforeEach(async () => {
  await db.deleteFrom("users").execute();
  await db.deleteFrom("login_buckets").execute();
  await createFirstAdmin(db, oneTime);
});

type Change = "POST /auth/reset-password" | "POST /auth/change-password";

async function ownToken(): Promise<string> {
  const first = await server.login(oneTime);
  const sent = { body: { password: ownPassword } };
  return (await server.call<{ token: string }>("POST /auth/reset-password", sent, first.body.token)).body.token;
}

const change = (key: Change, body: object, token: string) =>
  server.call<{ token: string; code: string }>(key, { body: { password: nextPassword, ...body } }, token);

describe.each(["POST /auth/reset-password", "POST /auth/change-password"] as const)("a new password: %s", (key) => {
  it("AUTH-12 needs nothing else while the session is younger than five minutes", async () => {
    const token = await ownToken();
    server.clock.advance((freshSessionMinutes - 1) * minute);
    expect((await change(key, {}, token)).status).toBe(200);
    expect((await server.login(nextPassword)).status).toBe(200);
  });

  it("AUTH-12 asks for the current one later, at its field", async () => {
    const token = await ownToken();
    server.clock.advance(freshSessionMinutes * minute);
    expect(await change(key, {}, token)).toMatchObject({
      status: 400,
      body: {
        code: "request/invalid",
        errors: [
          {
            path: "currentPassword",
            message: "Enter your current password: you signed in more than 5 minutes ago",
          },
        ],
      },
    });
    expect((await change(key, { currentPassword: ownPassword }, token)).status).toBe(200);
    expect((await server.login(nextPassword)).status).toBe(200);
  });

  it("AUTH-12 a renewed token does not make the session younger", async () => {
    const token = await ownToken();
    server.clock.advance(freshSessionMinutes * minute);
    const renewed = await server.call<{ token: string }>("POST /auth/renew", {}, token);
    expect((await change(key, {}, renewed.body.token)).status).toBe(400);
  });

  it("AUTH-12 a session that was opened before the clock was set back is not young", async () => {
    const token = await ownToken();
    server.clock.step(-60 * minute);
    await db
      .updateTable("sessions")
      .set({ createdAt: new Date(server.clock.now().getTime() + 120 * minute) })
      .execute();
    const { status } = await change(key, {}, token);
    server.clock.step(60 * minute);
    expect(status).toBe(400);
  });

  it("AUTH-12 refuses a wrong current one at its field, also in a young session, and keeps the session", async () => {
    const token = await ownToken();
    expect(await change(key, { currentPassword: "not this one" }, token)).toMatchObject({
      status: 403,
      body: {
        code: "auth/wrong-current-password",
        errors: [{ path: "currentPassword", message: "Wrong password" }],
      },
    });
    expect((await server.call("GET /health", {}, token)).status).toBe(200);
    expect((await server.login(ownPassword)).status).toBe(200);
  });
});

it("AUTH-12 AUTH-9 wrong current passwords are throttled like failed sign-ins, and are in the audit trail", async () => {
  const token = await ownToken();
  const responses: number[] = [];
  while (responses.length < 6) {
    responses.push((await change("POST /auth/change-password", { currentPassword: "wrong" }, token)).status);
    // Longer than the wait after each failure; the seventh attempt waits until the window has passed.
    server.clock.advance(2 * minute + 1_000);
  }
  expect(responses).toEqual(Array<number>(6).fill(403));
  const right = await change("POST /auth/change-password", { currentPassword: ownPassword }, token);
  expect(right).toMatchObject({ status: 429, body: { code: "auth/too-many-attempts" } });
  const { id } = await db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const query = { action: "sign-in-failed", entity: "users", entityId: id };
  const { body } = await server.call<{ data: AuditEntry[] }>("GET /audit", { query }, token);
  expect(body.data.map(({ summary }) => summary)).toEqual(
    Array<string>(6).fill("Could not change their password: wrong current password"),
  );
});

it("AUTH-12 AUTH-4 a one-time password is replaced without repeating it, however long that takes", async () => {
  const first = await server.login(oneTime);
  server.clock.advance(20 * minute);
  expect((await change("POST /auth/reset-password", {}, first.body.token)).status).toBe(200);
});
