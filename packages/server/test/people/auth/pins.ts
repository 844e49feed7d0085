import { expect } from "vitest";
import type { ServerResponse, TestServer } from "../../test-server.ts";
import { createPeople } from "../users/people.ts";

/** The body of a successful switch, or of an error. */
export interface SwitchBody {
  token: string;
  code: string;
  message: string;
}

/** Creates people with PINs and switches between them. */
export function createPins(server: TestServer) {
  const people = createPeople(server);

  return {
    people,
    /** A person who has just signed in, with a PIN. */
    withPin: async (pin: string, over: Record<string, unknown> = {}) => {
      const person = await people.signIn({ role: "guard", ...over });
      const saved = await server.call("PUT /auth/pin", { body: { pin } }, person.token);
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      return person;
    },
    switchTo: (userId: number, pin: string, token: string): Promise<ServerResponse<SwitchBody>> =>
      server.call<SwitchBody>("POST /auth/switch", { body: { userId, pin } }, token),
  };
}
