import type { Locator, Page } from "@playwright/test";

/** The page's own title in the header. */
export const heading = (page: Page, name: string): Locator =>
  page.getByRole("heading", { level: 1, name, exact: true });

/** The menu at the left. */
export const menu = (page: Page): Locator => page.getByRole("navigation", { name: "Main menu" });

/** A piece of news at the top of the page, good or bad. */
export const banner = (page: Page, text: string): Locator =>
  page.getByRole("status").or(page.getByRole("alert")).filter({ hasText: text });

/** The dialog on top. */
export const dialog = (page: Page, name: string): Locator => page.getByRole("dialog", { name, exact: true });

/** A field that text is typed into. */
export const field = (page: Page, name: string): Locator => page.getByRole("textbox", { name, exact: true });

/** Chooses an entry of the account menu. */
export async function chooseAccount(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

/** Fills in the sign-in form and sends it. */
export async function fillSignIn(page: Page, { username, password }: { username: string; password: string }) {
  await field(page, "Username").fill(username);
  await field(page, "Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Fills in both fields of a new password and sends them. */
export async function fillNewPassword(page: Page, password: string, confirmation = password): Promise<void> {
  await field(page, "Password").fill(password);
  await field(page, "Confirm password").fill(confirmation);
  await page.getByRole("button", { name: "Reset Password" }).click();
}
