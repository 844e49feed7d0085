import { expect } from "vitest";
import type { TestServer } from "../../test-server.ts";
import type { TestProvider } from "./oidc-provider.ts";

const mapping = [
  { value: "site-admins", role: "administrator", gateIds: null },
  { value: "guards", role: "guard", gateIds: null },
];

/** Adds a provider to Gatehouse. */
export async function addProvider(
  server: TestServer,
  name: string,
  provider: TestProvider,
  over: Record<string, unknown> = {},
): Promise<number> {
  const body = { name, issuer: provider.issuer, ...provider.client, scopes: "openid profile email", mapping, ...over };
  const response = await server.call<{ id: number }>("POST /sign-in/providers", { body });
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body.id;
}

/** The newest entry of the audit trail with an action. */
export async function lastEntry(server: TestServer, action: string) {
  const { body } = await server.call<{ data: { user: string; after: unknown }[] }>("GET /audit", {
    query: { action, limit: 1 },
  });
  return body.data[0];
}
