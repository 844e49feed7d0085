import type { SwitchablePerson } from "@gatehouse/contract/entities/auth/pin";
import type { Locator, Page } from "@gatehouse/e2e/browser-commands";
import { card, chooseAccountEntry, control, dialog, field, heading } from "@gatehouse/e2e/page-parts";
import { expect, signInAs, test } from "./console-test.ts";
import type { FakeSite } from "./fake-site.ts";

const gatesPage = "/access-control/gates-and-actuators";
const account = "/settings/account";
const pin = "2580";

/** Adds a person to whom one can switch. */
function addPersonWithPin(
  site: FakeSite,
  username: string,
  role: string,
  gates: SwitchablePerson["gates"] = null,
): void {
  const person = site.addPerson(username, role);
  const shown = { id: person.id, username, name: username, isLocked: false, gates };
  site.respond("GET /auth/switchable-people", () => [shown]);
  site.respond("POST /auth/switch", () => ({ token: site.signIn(person), passwordChanged: true }));
}

const switchDialog = (page: Page) => dialog(page, "Switch person");
const accountMenu = (page: Page, username: string) =>
  page.getByRole("button", { name: `Account menu of ${username}`, exact: true });

async function choosePerson(page: Page, username: string): Promise<Locator> {
  const shown = switchDialog(page);
  await shown.getByRole("button", { name: username }).click();
  await expect(field(shown, `PIN of ${username}`)).toBeFocused();
  return shown;
}

test("AUTH-14 switching by keyboard keeps an unsaved form and the scroll position", async ({ site, operator }) => {
  addPersonWithPin(site, "ravi", "administrator");
  await operator.setViewportSize({ width: 1440, height: 500 });
  await operator.goto("/configurations");
  const value = field(operator, "Value of retentionDays");
  await value.fill("77");
  const scrollTop = () => operator.evaluate(() => Math.round(document.scrollingElement?.scrollTop ?? 0));
  await value.evaluate((input) => input.scrollIntoView({ block: "start" }));
  const before = await scrollTop();
  await operator.keyboard.press("Alt+P");
  await expect(switchDialog(operator).getByRole("button", { name: "ravi" })).toBeFocused();
  await operator.keyboard.press("Escape");
  await expect(switchDialog(operator)).toBeHidden();
  await operator.keyboard.press("Alt+P");
  await expect(switchDialog(operator).getByRole("button", { name: "ravi" })).toBeFocused();
  await operator.keyboard.press("Enter");
  await expect(field(switchDialog(operator), "PIN of ravi")).toBeFocused();
  await operator.keyboard.type(pin);
  await operator.keyboard.press("Enter");
  await expect(switchDialog(operator)).toBeHidden();
  await expect(accountMenu(operator, "ravi")).toBeVisible();
  await expect(value).toHaveValue("77");
  expect(await scrollTop()).toBe(before);
});

test("AUTH-14 the gates that a person is limited to are named on every page", async ({ site, operator }) => {
  addPersonWithPin(site, "ravi", "guard", [
    { id: 7, name: "North" },
    { id: 8, name: "South" },
  ]);
  await operator.goto("/configurations");
  await chooseAccountEntry(operator, "Switch person");
  const pad = await choosePerson(operator, "ravi");
  await expect(pad.getByRole("status")).toHaveText("ravi is limited to North, South.");
});

test("AUTH-14 ROLE-3 a dialog stays open with its input when a guard continues, who may not save it", async ({
  site,
  operator,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  addPersonWithPin(site, "ravi", "guard");
  await operator.goto(`${gatesPage}?open=gates.new`);
  const form = dialog(operator, "Add gate");
  await field(form, "Name").fill("North");
  await operator.keyboard.press("Alt+P");
  const pad = await choosePerson(operator, "ravi");
  await operator.keyboard.type(pin);
  await pad.getByRole("button", { name: "Switch", exact: true }).click();
  await expect(switchDialog(operator)).toBeHidden();
  await expect(form.getByText("You don't have the permission to save this gate.")).toBeVisible();
  await expect(field(form, "Name")).toHaveValue("North");
});

test("AUTH-14 the current password is asked for when the sign-in is not recent", async ({ site, page }) => {
  signInAs(page, site, "gita", { role: "guard" });
  site.answerWith("GET /auth/pin", { isAllowed: true });
  site.respond("PUT /auth/pin", () => {
    const stored = { isSet: true, isLocked: false, isAllowed: true };
    site.answerWith("GET /auth/pin", stored);
    return stored;
  });
  // The server decides by its own clock; here only its reply to an older session is needed.
  const message = "Please enter your current password";
  const json = { code: "request/invalid", message, errors: [{ path: "currentPassword", message }] };
  await page.route("**/api/auth/pin", (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 400, json }) : route.continue(),
  );
  await page.goto(account);
  await card(page, "PIN").getByRole("button", { name: "Set PIN", exact: true }).click();
  const form = dialog(page, "Set PIN");
  await control(form, "New PIN").fill(pin);
  await control(form, "Repeat PIN").fill(pin);
  await expect(control(form, "Current password")).toHaveCount(0);
  await form.getByRole("button", { name: "Save PIN", exact: true }).click();
  await expect(form.getByText(message)).toBeVisible();
  await expect(control(form, "Current password")).toBeFocused();
  await page.unrouteAll();
  await control(form, "Current password").fill("the current password");
  await form.getByRole("button", { name: "Save PIN", exact: true }).click();
  await expect(form).toBeHidden();
  await expect(card(page, "PIN").getByText("You have a PIN.")).toBeVisible();
});

test("AUTH-14 without other PINs the dialog says how to get one", async ({ operator }) => {
  await operator.goto("/configurations");
  await chooseAccountEntry(operator, "Switch person");
  await expect(switchDialog(operator).getByText("No one else has a PIN", { exact: true })).toBeVisible();
  await switchDialog(operator).getByRole("link", { name: "Your account", exact: true }).click();
  await expect(switchDialog(operator)).toBeHidden();
  await expect(heading(operator, "Your account")).toBeVisible();
});
