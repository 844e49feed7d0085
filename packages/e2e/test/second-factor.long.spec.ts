import type { Page } from "@playwright/test";
import { callApi } from "../src/api-client.ts";
import { expectAccessible } from "../src/axe.ts";
import {
  answerConfirmation,
  banner,
  card,
  chooseAccountEntry,
  dialog,
  field,
  heading,
  openDialog,
  submitNewPassword,
  submitSignIn,
} from "../src/page-parts.ts";
import { addPerson, chosenPassword } from "../src/people.ts";
import { admin, type Site } from "../src/site.ts";
import { expect, test } from "../src/test.ts";
import { appCode } from "../src/totp.ts";

const person = { username: "asha", password: chosenPassword };
const account = "/settings/account";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function signIn(page: Page): Promise<void> {
  await page.goto("/");
  await submitSignIn(page, person);
}

async function signInAsNew(page: Page, site: Site): Promise<void> {
  await addPerson(site, person.username, { role: "viewer" });
  await signIn(page);
  await expect(heading(page, "Overview")).toBeVisible();
}

/** An authenticator of the device that confirms everything. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Waits for the recovery codes and closes them. */
async function takeRecoveryCodes(page: Page): Promise<void> {
  await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await button(page, "Done").click();
}

/** Sets up an authenticator app of the person with the token. */
async function addApp({ address }: Site, token: string) {
  const { secret } = await callApi(address, token, "POST /auth/totp/setup", {});
  return callApi(address, token, "POST /auth/totp", { body: { secret, code: appCode(secret) } });
}

test("AUTH-11 a person sets up an authenticator app and signs in with its code", async ({ site, page }) => {
  test.slow();
  await signInAsNew(page, site);
  await chooseAccountEntry(page, "Your account");
  await expect(heading(page, "Your account")).toBeVisible();
  await button(page, "Set up app").click();
  const form = dialog(page, "Set up an authenticator app");
  await expect(form.getByRole("img", { name: "QR code of the secret" })).toBeVisible();
  const secret = (await form.getByRole("code").textContent()) ?? "";
  await expectAccessible(page, form);
  await field(form, "Code").fill(appCode(secret, 300));
  await form.getByRole("button", { name: "Set up", exact: true }).click();
  await expect(form.getByRole("alert")).toHaveText("Wrong code");
  await field(form, "Code").fill(appCode(secret));
  await field(form, "Code").press("Enter");
  await expect(dialog(page, "Recovery codes")).toBeVisible();
  await page.keyboard.press("Escape");
  await answerConfirmation(page, "The recovery codes were not copied", "No");
  const download = page.waitForEvent("download");
  await button(page, "Download").click();
  expect((await download).suggestedFilename()).toBe("gatehouse-recovery-codes.txt");
  await takeRecoveryCodes(page);
  await expect(dialog(page, "Recovery codes")).toBeHidden();
  await expect(card(page, "Second factor").getByText("10 of 10 left")).toBeVisible();

  await chooseAccountEntry(page, "Log out");
  await submitSignIn(page, person);
  await expect(heading(page, "Second step")).toBeVisible();
  await expect(field(page, "Code")).toBeFocused();
  await expect(field(page, "Code")).toHaveAttribute("autocomplete", "one-time-code");
  await expectAccessible(page);
  await field(page, "Code").fill(appCode(secret, -9));
  await field(page, "Code").press("Enter");
  await expect(page.getByRole("alert")).toHaveText(/^The code of your phone is [45] minutes behind: check its clock$/);
  // In groups, as apps show it. The current code was used to confirm the app.
  await field(page, "Code").fill(appCode(secret, 1).replace(/^(...)/, "$1 "));
  await field(page, "Code").press("Enter");
  await expect(heading(page, "Overview")).toBeVisible();
});

test("AUTH-11 a recovery code signs in once", async ({ site, page }) => {
  const { recoveryCodes } = await addApp(site, await addPerson(site, person.username, { role: "viewer" }));
  const [code = ""] = recoveryCodes ?? [];
  await signIn(page);
  await button(page, "Use a recovery code").click();
  await field(page, "Recovery code").fill(code);
  await button(page, "Continue").click();
  await expect(heading(page, "Overview")).toBeVisible();
  await chooseAccountEntry(page, "Log out");
  await submitSignIn(page, person);
  await button(page, "Use a recovery code").click();
  await field(page, "Recovery code").fill(code);
  await button(page, "Continue").click();
  await expect(page.getByRole("alert")).toContainText("This recovery code was already used");
  await button(page, "Back").click();
  await expect(heading(page, "Sign in")).toBeVisible();
});

test("AUTH-11 a passkey signs in alone and after the password", async ({ site, page }) => {
  test.slow();
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await addAuthenticator(page);
  await signInAsNew(page, site);
  expect(loaded.filter((url) => /passkeys-.*\.js/.test(url))).toEqual([]);
  await page.goto(account);
  const form = await openDialog(page, "Add passkey");
  await expectAccessible(page, form);
  await field(form, "Name").fill("Laptop");
  await button(page, "Create passkey").click();
  await takeRecoveryCodes(page);
  const list = page.getByRole("table", { name: "Passkeys" });
  await expect(list).toContainText(/Laptop.*localhost/);
  await button(page, "Rename Laptop").click();
  await field(page, "Name of Laptop").fill("Work laptop");
  await field(page, "Name of Laptop").press("Enter");
  await expect(list).toContainText("Work laptop");
  await expectAccessible(page);

  await chooseAccountEntry(page, "Log out");
  await button(page, "Use a passkey").click();
  await expect(heading(page, "Overview")).toBeVisible();

  await chooseAccountEntry(page, "Log out");
  await submitSignIn(page, person);
  await expect(heading(page, "Second step")).toBeVisible();
  await button(page, "Use a passkey").click();
  await expect(heading(page, "Overview")).toBeVisible();

  await page.goto(account);
  await button(page, "Delete Work laptop").click();
  await answerConfirmation(page, "Delete the passkey Work laptop?", "Yes");
  await expect(banner(page, "Passkey deleted")).toBeVisible();
  await expect(list).toHaveCount(0);
});

test("AUTH-11 under an IP address the page explains that passkeys need a host name", async ({ site, page }) => {
  const reason = "Passkeys need a host name";
  const address = site.address.replace("localhost", "127.0.0.1");
  await page.goto(`${address}/`);
  await expect(button(page, "Use a passkey")).toBeDisabled();
  await expect(page.getByText(reason)).toBeVisible();
  await submitSignIn(page, admin);
  await expect(heading(page, "Global Configurations")).toBeVisible();
  await page.goto(`${address}${account}`);
  await expect(button(page, "Add passkey")).toBeDisabled();
  await expect(page.getByText(reason)).toBeVisible();
});

test("AUTH-11 a role that requires a second factor leads through setting it up", async ({ site, page }) => {
  test.slow();
  await site.seed.factorPolicy("viewer");
  const { oneTimePassword } = await site.call("POST /users", { body: { username: person.username, role: "viewer" } });
  await page.goto("/");
  await submitSignIn(page, { username: person.username, password: oneTimePassword });
  await submitNewPassword(page, chosenPassword);
  await expect(heading(page, "Set up a second factor")).toBeVisible();
  await page.goto("/configurations");
  await expect(heading(page, "Set up a second factor")).toBeVisible();
  await expectAccessible(page);
  await button(page, "Authenticator app").click();
  const secret = (await page.getByRole("code").textContent()) ?? "";
  await field(page, "Code").fill(appCode(secret));
  await button(page, "Set up").click();
  await takeRecoveryCodes(page);
  await expect(heading(page, "Overview")).toBeVisible();
  await page.goto(account);
  await button(page, "Remove app").click();
  await answerConfirmation(page, "Remove the authenticator app?", "Yes");
  await expect(banner(page, "Your role requires a second factor")).toBeVisible();
});

test("AUTH-11 an administrator resets the second factor of someone who lost it", async ({
  site,
  operator,
  browser,
}) => {
  await addApp(site, await addPerson(site, person.username, { role: "viewer" }));
  await operator.goto("/settings/people");
  await button(operator, `Actions for ${person.username}`).click();
  await operator.getByRole("menuitem", { name: "Reset second factor", exact: true }).click();
  await answerConfirmation(operator, `Remove the second factor of ${person.username}?`, "Yes");
  await expect(banner(operator, "Second factor removed")).toBeVisible();
  const context = await browser.newContext({ baseURL: site.address });
  const other = await context.newPage();
  await signIn(other);
  await expect(heading(other, "Overview")).toBeVisible();
  await context.close();
});
