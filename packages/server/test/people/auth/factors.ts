import { expect } from "vitest";
import { totpCode, totpStep } from "../../../src/people/auth/totp.ts";
import type { ServerResponse, TestServer } from "../../test-server.ts";
import { createPeople } from "../users/people.ts";

interface Session {
  token: string;
  passwordChanged: boolean;
  secondFactor?: { methods: string[] };
}

/** People with second factors. */
export function createFactors(server: TestServer) {
  const people = createPeople(server);
  const { clock } = server;

  /** A code that was not used yet: of the next time step. */
  function nextCode(secret: string, steps = 0): string {
    clock.advance(30_000);
    return totpCode(secret, totpStep(clock.now()) + steps);
  }

  async function addTotp(token: string): Promise<{ secret: string; token: string; recoveryCodes: string[] }> {
    const { secret } = (await server.call<{ secret: string }>("POST /auth/totp/setup", {}, token)).body;
    const code = totpCode(secret, totpStep(clock.now()));
    const added = await server.call<{ token: string; recoveryCodes: string[] }>(
      "POST /auth/totp",
      { body: { secret, code } },
      token,
    );
    expect(added.status, JSON.stringify(added.body)).toBe(200);
    return { secret, ...added.body };
  }

  const login = async (username: string, password = people.chosenPassword): Promise<Session> => {
    const response = (await server.login(password, username)) as ServerResponse<Session>;
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return response.body;
  };

  return {
    people,
    nextCode,
    addTotp,
    login,
    /** A person with an authenticator app. */
    withTotp: async (over: Record<string, unknown> = {}) => {
      const person = await people.signIn(over);
      return { ...person, ...(await addTotp(person.token)) };
    },
    sendCode: (token: string, code: string) =>
      server.call<Session & { code: string; message: string }>(
        "POST /auth/second-factor/totp",
        { body: { code } },
        token,
      ),
    sendRecoveryCode: (token: string, code: string) =>
      server.call<Session & { code: string; message: string }>(
        "POST /auth/second-factor/recovery-code",
        { body: { code } },
        token,
      ),
    /** The reasons of the person's failed sign-ins, the newest first. */
    failures: async (username: string): Promise<unknown[]> => {
      const query = { user: username, action: "sign-in-failed" };
      const { body } = await server.call<{ data: { after: { reason: string }; summary: string }[] }>("GET /audit", {
        query,
      });
      return body.data.map(({ after, summary }) => [after.reason, summary]);
    },
    requireFactor: (role: string) =>
      server.services.db.insertInto("role_policies").values({ role, isSecondFactorRequired: true }).execute(),
  };
}
