import type { Page } from "@playwright/test";
import { callApi } from "./api-client.ts";
import { setSession } from "./session.ts";
import type { Site } from "./site.ts";

/** The password that invited people choose. */
export const chosenPassword = "a password of their own";

interface Assignment {
  role: string;
  gateIds?: number[] | null;
}

/** Invites a person who has chosen a password, and returns their token. */
export async function addPerson(site: Site, username: string, assignment: Assignment): Promise<string> {
  const { oneTimePassword } = await site.call("POST /users", { body: { username, name: username, ...assignment } });
  const first = await site.signIn({ username, password: oneTimePassword });
  const body = { password: chosenPassword };
  return (await callApi(site.address, first, "POST /auth/reset-password", { body })).token;
}

/** Signs a page in as a new person. */
export async function signInAs(page: Page, site: Site, username: string, assignment: Assignment): Promise<void> {
  await setSession(page, await addPerson(site, username, assignment));
}
