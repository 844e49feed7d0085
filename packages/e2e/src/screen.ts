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
  // The sign-in page, which may still be in sight, has a password too, but nothing to confirm.
  await field(page, "Confirm password").fill(confirmation);
  await field(page, "Password").fill(password);
  await page.getByRole("button", { name: "Reset Password" }).click();
}

/** A card of the page. */
export const card = (page: Page, title: string): Locator => page.getByRole("region", { name: title, exact: true });

/** The control that a label stands at, whatever kind it is. */
export const control = (within: Page | Locator, label: string): Locator => within.getByLabel(label, { exact: true });

/** Opens a dialog by the button that is called like it. */
export async function openDialog(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name, exact: true }).click();
  return dialog(page, name);
}

/** Opens a record from its list. */
export async function openRecord(page: Page, row: string | RegExp, name: string): Promise<Locator> {
  await page.getByRole("button", { name: row }).click();
  return dialog(page, name);
}

/** Fills in controls by their labels. */
export async function fillIn(within: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await control(within, label).fill(value);
}

/** Chooses from a list that is searched by typing. */
export async function choose(within: Locator, label: string, option: string): Promise<void> {
  await within.getByRole("combobox", { name: label, exact: true }).click();
  await within.page().getByRole("option", { name: option, exact: true }).click();
}

/** Answers the question that lies over the page. */
export async function answer(page: Page, question: string, choice: "Yes" | "No"): Promise<void> {
  const asked = dialog(page, "Please confirm");
  await asked.getByText(question).waitFor();
  await asked.getByRole("button", { name: choice }).click();
}
