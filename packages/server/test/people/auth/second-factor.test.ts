import { api } from "@gatehouse/contract/api";
import type { Endpoint, EndpointKey } from "@gatehouse/contract/endpoint";
import { describe, expect, it } from "vitest";
import { testServer } from "../../test-server.ts";
import { createFactors } from "./factors.ts";

const server = await testServer();
const factors = createFactors(server);
const { db } = server.services;
const { people, nextCode, login, sendCode, sendRecoveryCode } = factors;

const statusOf = async (key: EndpointKey, token: string) => {
  const { status, body } = await server.call<{ code: string }>(key, {}, token);
  return [status, body?.code];
};
const own = async (token: string) => (await server.call("GET /auth/second-factor", {}, token)).body;

describe("the second step of signing in", () => {
  it("AUTH-11 an account without a second factor signs in as before", async () => {
    const { username } = await people.signIn();
    const signedIn = await login(username);
    expect(Object.keys(signedIn).sort()).toEqual(["passwordChanged", "token"]);
  });

  it("AUTH-11 the password alone opens a session that may do nothing but the second step", async () => {
    const { username, secret } = await factors.withTotp();
    const pending = await login(username);
    expect(pending.secondFactor).toEqual({ methods: ["totp", "recovery-code"] });
    const guarded = Object.entries<Endpoint>(api).filter(
      ([, { access, stream }]) =>
        !stream && (access === undefined || /^(any-session|enrolment|own-account)$/.test(access)),
    );
    const allowed: string[] = [];
    for (const [key] of guarded) {
      const [method = "", path = ""] = key.split(" ");
      const response = await server.app.inject({
        method: method as "GET",
        url: `/api${path
          .replaceAll(/\{\w*[iI]d\}/g, "1")
          .replace("{type}", "OSD")
          .replaceAll(/\{\w+\}/g, "ac")}`,
        headers: { authorization: `Bearer ${pending.token}` },
      });
      const isRejected = response.statusCode === 401 && response.json().code === "auth/second-factor-needed";
      if (!isRejected) allowed.push(key);
    }
    expect(guarded.length).toBeGreaterThan(100);
    expect(allowed).toEqual([]);
    const completed = await sendCode(pending.token, nextCode(secret));
    expect([completed.status, completed.body.secondFactor]).toEqual([200, undefined]);
    expect(await statusOf("GET /gates", completed.body.token)).toEqual([200, undefined]);
    expect(await statusOf("GET /gates", pending.token)).toEqual([401, "auth/session-ended"]);
    expect(await statusOf("POST /auth/renew", completed.body.token)).toEqual([200, undefined]);
  });

  it("AUTH-11 the second step has ten minutes, and a complete session has none", async () => {
    const { username, secret } = await factors.withTotp();
    const pending = await login(username);
    server.clock.advance(11 * 60_000);
    expect((await sendCode(pending.token, nextCode(secret))).body.code).toBe("auth/session-ended");
    const again = await login(username);
    const { body } = await sendCode(again.token, nextCode(secret));
    expect((await sendCode(body.token, nextCode(secret))).body.code).toBe("auth/second-step-done");
  });

  it("AUTH-11 it can be cancelled", async () => {
    const { username } = await factors.withTotp();
    const { token } = await login(username);
    expect((await server.call("POST /auth/logout", {}, token)).status).toBe(204);
  });

  it("AUTH-11 a code is accepted once, also by concurrent calls, and not the one that confirmed the app", async () => {
    const { username, secret } = await factors.withTotp();
    const tokens = [(await login(username)).token, (await login(username)).token];
    const code = nextCode(secret);
    const responses = await Promise.all(tokens.map((token) => sendCode(token, code)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(responses.find(({ status }) => status === 400)?.body.code).toBe("auth/code-used");
    expect(await factors.failures(username)).toEqual([
      ["auth/code-used", "Could not sign in: a code of the authenticator app that was already used"],
    ]);
  });

  it.each([-1, 1])("AUTH-11 a code of the step %i is accepted", async (step) => {
    const { username, secret } = await factors.withTotp();
    // Two steps after the one that confirmed the app.
    server.clock.advance(60_000);
    const { token } = await login(username);
    expect((await sendCode(token, nextCode(secret, step))).status).toBe(200);
  });

  it("AUTH-11 a code of another time names the clock of the phone", async () => {
    const { username, secret } = await factors.withTotp();
    const { token } = await login(username);
    const { status, body } = await sendCode(token, nextCode(secret, -8));
    expect([status, body.code]).toEqual([400, "auth/clock-skew"]);
    expect(body.message).toMatch(/^The code of your phone is [45] minutes behind: check its clock$/);
    expect((await sendCode(token, nextCode(secret, 200))).body.message).toBe("Wrong code");
    expect(await factors.failures(username)).toEqual([
      ["auth/wrong-code", "Could not sign in: wrong code of the authenticator app"],
      ["auth/clock-skew", "Could not sign in: the clock of the phone differs"],
    ]);
  });

  it.each([
    ["12345", "code"],
    ["abcdef", "code"],
    [undefined, "code"],
  ])("AUTH-11 the text %s is rejected at its field", async (code, path) => {
    const { username } = await factors.withTotp();
    const { token } = await login(username);
    const response = await server.call("POST /auth/second-factor/totp", { body: { code } }, token);
    expect(response).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it("AUTH-11 wrong codes of a person are throttled, whatever session they come from", async () => {
    const { username, secret, recoveryCodes } = await factors.withTotp();
    const tokens = await Promise.all([1, 2, 3].map(async () => (await login(username)).token));
    const wrong = await Promise.all(tokens.map((token) => sendCode(token, nextCode(secret, 300))));
    expect(wrong.map(({ body }) => body.code)).toEqual(Array(3).fill("auth/wrong-code"));
    // Time passes with each new code, so the recovery code is sent, which counts in the same way.
    const [token = ""] = tokens;
    const rejected = await sendRecoveryCode(token, recoveryCodes[0] ?? "");
    expect([rejected.status, rejected.body.code]).toEqual([429, "auth/too-many-attempts"]);
    expect((await factors.failures(username)).length).toBe(3);
    server.clock.advance(6_000);
    expect((await sendRecoveryCode(token, recoveryCodes[0] ?? "")).status).toBe(200);
  });

  it("AUTH-11 SAFE-1 a secret that can't be decrypted leaves the recovery codes", async () => {
    const { id, username, secret, recoveryCodes } = await factors.withTotp();
    await db.updateTable("totp_secrets").set({ secret: "AAAA" }).where("userId", "=", id).execute();
    const { token } = await login(username);
    expect((await sendCode(token, nextCode(secret))).body.code).toBe("auth/factor-unreadable");
    expect((await sendRecoveryCode(token, recoveryCodes[0] ?? "")).status).toBe(200);
  });
});

describe("recovery codes", () => {
  it("AUTH-11 each of ten works once; a reused one has its own message and audit row", async () => {
    const { username, recoveryCodes } = await factors.withTotp();
    expect(recoveryCodes.length).toBe(10);
    const [first = "", second = ""] = recoveryCodes;
    expect(first).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    expect((await sendRecoveryCode((await login(username)).token, first)).status).toBe(200);
    const { token } = await login(username);
    const reused = await sendRecoveryCode(token, first.toUpperCase().replaceAll("-", " "));
    expect(reused).toMatchObject({
      status: 400,
      body: {
        code: "auth/recovery-code-used",
        message: "This recovery code was already used. Each code works once: please use another one.",
      },
    });
    expect(await factors.failures(username)).toEqual([
      ["auth/recovery-code-used", "Could not sign in: a recovery code that was already used"],
    ]);
    const signedIn = await sendRecoveryCode(token, second);
    expect(await own(signedIn.body.token)).toMatchObject({ recoveryCodesLeft: 8 });
  });

  it("AUTH-11 of two concurrent uses of the same code one succeeds", async () => {
    const { username, recoveryCodes } = await factors.withTotp();
    const tokens = [(await login(username)).token, (await login(username)).token];
    const responses = await Promise.all(tokens.map((token) => sendRecoveryCode(token, recoveryCodes[0] ?? "")));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it("AUTH-11 new ones replace the old ones, and those of others don't work", async () => {
    const { username, token, recoveryCodes } = await factors.withTotp();
    const other = await factors.withTotp();
    const renewed = await server.call<{ recoveryCodes: string[] }>("POST /auth/recovery-codes", {}, token);
    const pending = (await login(username)).token;
    for (const code of [recoveryCodes[0], other.recoveryCodes[0]]) {
      expect((await sendRecoveryCode(pending, code ?? "")).body.code).toBe("auth/wrong-recovery-code");
    }
    expect((await sendRecoveryCode(pending, renewed.body.recoveryCodes[0] ?? "")).status).toBe(200);
  });

  it("AUTH-11 secrets and codes are stored encrypted or hashed, and masked in the audit trail", async () => {
    const { id, secret, recoveryCodes, username } = await factors.withTotp();
    const stored = JSON.stringify([
      await db.selectFrom("totp_secrets").selectAll().where("userId", "=", id).execute(),
      await db.selectFrom("recovery_codes").selectAll().where("userId", "=", id).execute(),
      await db.selectFrom("audit_log").selectAll().where("userId", "=", id).execute(),
    ]);
    expect(stored).not.toContain(secret);
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll("-", ""));
    const { body } = await server.call<{ data: { summary: string; after: object }[] }>("GET /audit", {
      query: { user: username, action: "insert" },
    });
    expect(body.data.map(({ summary }) => summary).sort()).toEqual([
      `Created authenticator app of user "${username}"`,
      `Created recovery codes of user "${username}"`,
    ]);
    expect(body.data.find(({ after }) => "secret" in after)?.after).toMatchObject({ secret: "***" });
  });
});
