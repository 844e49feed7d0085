import type { EndpointKey } from "@gatehouse/contract/endpoint";
import type { User } from "@gatehouse/contract/entities/user";
import { describe, expect, it } from "vitest";
import { ownPassword, testServer } from "../../test-server.ts";
import { createFactors } from "./factors.ts";

const server = await testServer();
const factors = createFactors(server);
const { people, nextCode, login, sendCode } = factors;

const statusOf = async (key: EndpointKey, token: string) => {
  const { status, body } = await server.call<{ code: string }>(key, {}, token);
  return [status, body?.code];
};
const own = async (token: string) => (await server.call("GET /auth/second-factor", {}, token)).body;

describe("changing one's factors", () => {
  it("AUTH-11 needs a recent sign-in, or the password again", async () => {
    const { token } = await factors.withTotp();
    server.clock.advance(6 * 60_000);
    const remove = () => server.call("DELETE /auth/totp", {}, token);
    expect(await remove()).toMatchObject({ status: 403, body: { code: "auth/recent-sign-in-needed" } });
    const confirm = (password: string) => server.call("POST /auth/confirm-password", { body: { password } }, token);
    expect(await confirm("something else")).toMatchObject({ status: 400, body: { code: "auth/wrong-password" } });
    expect((await confirm(people.chosenPassword)).status).toBe(204);
    expect((await remove()).status).toBe(204);
    expect(await own(token)).toEqual({ totpSince: null, passkeys: [], recoveryCodesLeft: 0, isRequired: false });
    expect((await server.call("POST /auth/recovery-codes", {}, token)).body).toMatchObject({ code: "auth/no-factor" });
  });

  it("AUTH-11 the app is confirmed with a code before it is asked for", async () => {
    const { token, username } = await people.signIn();
    const { secret } = (await server.call<{ secret: string }>("POST /auth/totp/setup", {}, token)).body;
    const wrong = await server.call("POST /auth/totp", { body: { secret, code: nextCode(secret, 300) } }, token);
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: "code", message: "Wrong code" }] } });
    expect((await login(username)).secondFactor).toBeUndefined();
  });

  it("AUTH-11 changing the password does not ask for the second factor again", async () => {
    const { token } = await factors.withTotp();
    const changed = await server.call<{ token: string; secondFactor?: object }>(
      "POST /auth/change-password",
      { body: { password: "yet another one" } },
      token,
    );
    expect(changed.body.secondFactor).toBeUndefined();
    expect(await statusOf("GET /gates", changed.body.token)).toEqual([200, undefined]);
  });

  it("AUTH-11 a one-time password is replaced first, then the second factor is asked for", async () => {
    const { id, username, secret } = await factors.withTotp();
    const params = { id };
    const issued = await server.call<{ oneTimePassword: string }>("POST /users/{id}/one-time-password", { params });
    const first = await login(username, issued.body.oneTimePassword);
    expect([first.passwordChanged, first.secondFactor]).toEqual([false, undefined]);
    const body = { password: "chosen once more" };
    const changed = await server.call<{ token: string; secondFactor: object }>(
      "POST /auth/reset-password",
      { body },
      first.token,
    );
    expect(changed.body.secondFactor).toEqual({ methods: ["totp", "recovery-code"] });
    expect(await statusOf("GET /gates", changed.body.token)).toEqual([401, "auth/second-factor-needed"]);
    expect((await sendCode(changed.body.token, nextCode(secret))).status).toBe(200);
  });

  it("AUTH-11 an administrator removes the second factor of someone who lost it", async () => {
    const { id, username, token } = await factors.withTotp();
    const admin = (await server.login(ownPassword)).body.token;
    const find = async () =>
      (await server.call<User[]>("GET /users", {}, admin)).body.find((user) => user.id === id)?.hasSecondFactor;
    expect(await find()).toBe(true);
    const reset = (as: string) => server.call("DELETE /users/{id}/second-factor", { params: { id } }, as);
    expect((await reset(token)).status).toBe(403);
    expect((await reset(admin)).status).toBe(204);
    expect(await find()).toBe(false);
    expect(await statusOf("GET /gates", token)).toEqual([401, "auth/session-ended"]);
    expect((await login(username)).secondFactor).toBeUndefined();
    const { body } = await server.call<{ data: { summary: string }[] }>(
      "GET /audit",
      { query: { entity: "second_factors", entityId: String(id) } },
      admin,
    );
    expect(body.data.map(({ summary }) => summary)).toEqual([`Deleted second factor of user "${username}"`]);
  });
});

describe("a second factor that the role requires", () => {
  it("AUTH-11 has to be set up before anything else, and can't be removed", async () => {
    await factors.requireFactor("Auditor");
    const { user, oneTimePassword } = await people.invite({ role: "auditor" });
    const first = await login(user.username, oneTimePassword);
    expect(first.secondFactor).toBeUndefined();
    const changed = await server.call<{ token: string; secondFactor: object }>(
      "POST /auth/reset-password",
      { body: { password: people.chosenPassword } },
      first.token,
    );
    expect(changed.body.secondFactor).toEqual({ methods: [] });
    const { token } = changed.body;
    expect(await statusOf("GET /gates", token)).toEqual([403, "auth/second-factor-setup-needed"]);
    expect(await statusOf("POST /auth/change-password", token)).toEqual([403, "auth/second-factor-setup-needed"]);
    expect(await statusOf("GET /auth/me", token)).toEqual([200, undefined]);
    expect(await own(token)).toMatchObject({ isRequired: true });
    expect((await login(user.username)).secondFactor).toEqual({ methods: [] });

    const added = await factors.addTotp(token);
    expect(await statusOf("GET /gates", added.token)).toEqual([200, undefined]);
    expect(await server.call("DELETE /auth/totp", {}, added.token)).toMatchObject({
      status: 409,
      body: { code: "auth/factor-required" },
    });
    expect((await login(user.username)).secondFactor).toEqual({ methods: ["totp", "recovery-code"] });
  });
});
