import type { Locator, Page } from "@playwright/test";

/** The page's title in the header. */
export const heading = (page: Page, name: string): Locator =>
  page.getByRole("heading", { level: 1, name, exact: true });

export const menu = (page: Page): Locator => page.getByRole("navigation", { name: "Main menu" });

/** A success or error banner at the top of the page. */
export const banner = (page: Page, text: string): Locator =>
  page.getByRole("status").or(page.getByRole("alert")).filter({ hasText: text });

export const dialog = (page: Page, name: string): Locator => page.getByRole("dialog", { name, exact: true });

export const field = (page: Page | Locator, name: string): Locator => page.getByRole("textbox", { name, exact: true });

export async function chooseAccountEntry(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

export async function submitSignIn(page: Page, { username, password }: { username: string; password: string }) {
  await field(page, "Username").fill(username);
  await field(page, "Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export async function submitNewPassword(page: Page, password: string, confirmation = password): Promise<void> {
  // The sign-in page, which may still be visible, has a password field but no confirmation.
  await field(page, "Confirm password").fill(confirmation);
  await field(page, "Password").fill(password);
  await page.getByRole("button", { name: "Reset Password" }).click();
}

export const card = (page: Page, title: string): Locator => page.getByRole("region", { name: title, exact: true });

/** A tablet, or a small window with the menu open. */
export const tablet = { width: 1024, height: 768 };

/** The form control with a label, of any kind. */
export const control = (within: Page | Locator, label: string): Locator => within.getByLabel(label, { exact: true });

/** Opens a dialog with the button of the same name. An empty list repeats the button of the page's header. */
export async function openDialog(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name, exact: true }).first().click();
  return dialog(page, name);
}

/** Opens a record's dialog from its list. */
export async function openRecord(page: Page, row: string | RegExp, name: string): Promise<Locator> {
  await page.getByRole("button", { name: row }).click();
  return dialog(page, name);
}

export async function fillIn(within: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await control(within, label).fill(value);
}

/** Chooses an option of a searchable select. */
export async function choose(within: Locator, label: string, option: string): Promise<void> {
  await within.getByRole("combobox", { name: label, exact: true }).click();
  await within.page().getByRole("option", { name: option, exact: true }).click();
}

/** The question before unsaved input is lost. */
export const unsavedQuestion = "You have unsaved changes. Leave anyway?";

export async function answerConfirmation(page: Page, question: string, choice: "Yes" | "No"): Promise<void> {
  const confirmation = dialog(page, "Please confirm");
  await confirmation.getByText(question).waitFor();
  await confirmation.getByRole("button", { name: choice }).click();
}
