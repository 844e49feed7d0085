import { expect } from "vitest";
import type { TestServer } from "../../test-server.ts";

const chosenPassword = "a password of their own";
const counts = new WeakMap<TestServer, number>();

/** Invites people and signs them in. */
export function createPeople(server: TestServer) {
  async function invite(over: Record<string, unknown> = {}) {
    const count = (counts.get(server) ?? 0) + 1;
    counts.set(server, count);
    const response = await server.call<{
      user: { id: number; version: number; username: string };
      oneTimePassword: string;
    }>("POST /users", { body: { username: `person${count}`, role: "viewer", ...over } });
    expect(response.status, JSON.stringify(response.body)).toBe(201);
    return response.body;
  }

  return {
    invite,
    chosenPassword,
    /** A person who has chosen a password, with a token. */
    signIn: async (over: Record<string, unknown> = {}) => {
      const { user, oneTimePassword } = await invite(over);
      const { body } = await server.login(oneTimePassword, user.username);
      const changed = await server.call<{ token: string }>(
        "POST /auth/reset-password",
        { body: { password: chosenPassword } },
        body.token,
      );
      expect(changed.status).toBe(200);
      return { ...user, token: changed.body.token };
    },
  };
}
