import type { Page } from "@playwright/test";
import { callApi } from "../src/api-client.ts";
import { expectAccessible } from "../src/axe.ts";
import { addBarrier, addLane } from "../src/hardware.ts";
import { answerConfirmation, banner, control, dialog, field, openRecord } from "../src/page-parts.ts";
import { addPerson, signInAs } from "../src/people.ts";
import { expect, test } from "../src/test.ts";

const lanes = "/overspeed-detection/lanes-cameras";
const history = (page: Page) => dialog(page, "History");
const entries = (page: Page) => history(page).getByRole("list", { name: "Changes" }).getByRole("article");

test("AUD-2 who changed a speed limit last month is found in three clicks", async ({ site, operator }) => {
  await site.switchOn("OSD");
  const { id } = await addLane(site, "Ramp");
  const token = await addPerson(site, "asha", { role: "installer" });
  const body = { name: "Ramp", speedLimit2w: 20, speedLimit4w: 50 };
  await callApi(site.address, token, "PUT /lanes/{id}", { params: { id }, body });
  await site.seed.ageAudit(30);
  await operator.goto("/overspeed-detection");
  await operator.getByRole("link", { name: "Lanes & Cameras" }).click();
  await operator.getByRole("button", { name: /^Ramp/ }).click();
  await dialog(operator, "Edit lane").getByRole("button", { name: "History" }).click();
  const change = entries(operator).filter({ hasText: "Changed speed limit" });
  await expect(change).toContainText("asha");
  await expect(change).toContainText("from 127.0.0.1");
  const limit = change.getByRole("row", { name: "Speed limit for four-wheelers" });
  await expect(limit.getByRole("cell")).toHaveText(["15", "50"]);
});

test("AUD-2 an earlier version is loaded, compared and saved", async ({ site, operator }) => {
  await site.switchOn("OSD");
  const { id } = await addLane(site, "Ramp");
  await site.call("PUT /lanes/{id}", { params: { id }, body: { name: "Ramp", speedLimit2w: 20, speedLimit4w: 50 } });
  await operator.goto(lanes);
  const form = await openRecord(operator, /^Ramp/, "Edit lane");
  await form.getByRole("button", { name: "History" }).click();
  await expectAccessible(operator, history(operator));
  await operator.keyboard.press("Escape");
  await field(form, "Name").fill("Ramp B");
  await form.getByRole("button", { name: "History" }).click();
  const load = entries(operator).getByRole("button", { name: "Load the values before this change" });
  await load.click();
  await answerConfirmation(operator, "You have unsaved changes. Replace them?", "No");
  await operator.keyboard.press("Escape");
  await expect(field(form, "Name")).toHaveValue("Ramp B");
  await form.getByRole("button", { name: "History" }).click();
  await load.click();
  await answerConfirmation(operator, "You have unsaved changes. Replace them?", "Yes");
  await expect(field(form, "Name")).toHaveValue("Ramp");
  const differences = form.getByRole("table", { name: "Differences" });
  await expect(differences.getByRole("row", { name: "Speed limit, four-wheelers" }).getByRole("cell")).toHaveText([
    "50",
    "15",
  ]);
  await expectAccessible(operator, form);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  expect((await site.call("GET /lanes", {}))[0]?.speedLimit4w).toBe(15);
  await openRecord(operator, /^Ramp/, "Edit lane");
  await form.getByRole("button", { name: "History" }).click();
  await expect(entries(operator).first()).toContainText("Restored speed limit for four-wheelers");
});

test("AUD-2 Escape closes the history, not the form below it", async ({ site, operator }) => {
  await site.switchOn("OSD");
  await addLane(site, "Ramp");
  await operator.goto(lanes);
  const form = await openRecord(operator, /^Ramp/, "Edit lane");
  await form.getByRole("button", { name: "History" }).click();
  await expect(entries(operator)).toHaveCount(1);
  await operator.keyboard.press("Escape");
  await expect(history(operator)).toBeHidden();
  await expect(form).toBeVisible();
});

test("AUD-2 a configuration has its history, and an earlier value is restored", async ({ site, operator }) => {
  await site.configure("siteName", "North");
  await site.configure("siteName", "South");
  await operator.goto("/configurations");
  await operator.getByRole("button", { name: "History of siteName", exact: true }).click();
  const change = entries(operator)
    .filter({ has: operator.getByRole("cell", { name: "South", exact: true }) })
    .first();
  await change.getByRole("button", { name: "Load the values before this change" }).click();
  await expect(field(operator, "Value of siteName")).toHaveValue("North");
  await operator.getByRole("button", { name: "Save siteName", exact: true }).click();
  await expect(banner(operator, "updated")).toBeVisible();
  await operator.getByRole("button", { name: "History of siteName", exact: true }).click();
  await expect(entries(operator).first()).toContainText("Restored value of configuration");
});

test("AUD-2 settings have their history; a secret is never restored", async ({ site, operator }) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  const body = {
    syncAPIUrl: "http://127.0.0.1:9/s",
    notifyAPIUrl: "http://127.0.0.1:9/n",
    deviceId: "one",
    apiKey: "key",
  };
  await site.call("PUT /ac/mygate-integration-settings", { body });
  await site.call("PUT /ac/mygate-integration-settings", { body: { ...body, deviceId: "two" } });
  await operator.goto("/access-control/anpr-settings");
  await control(operator.locator("main"), "Device ID").waitFor();
  const settings = operator.getByRole("region", { name: "Integration Settings", exact: true });
  await settings.getByRole("button", { name: "History" }).click();
  const change = entries(operator)
    .filter({ has: operator.getByRole("cell", { name: "two", exact: true }) })
    .first();
  await change.getByRole("button", { name: "Load the values before this change" }).click();
  await expect(control(settings, "Device ID")).toHaveValue("one");
  await expect(control(settings, "API key")).toHaveValue("");
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Settings updated successfully")).toBeVisible();
  const stored = await site.call("GET /configs/settings/{module}", { params: { module: "anpr-ac" } });
  expect(stored.integrationSettings.mygate).toMatchObject({ deviceId: "one", hasApiKey: true });
});

test("AUD-2 permissions of a person are shown in the history, but not restored", async ({ site, operator }) => {
  const { user } = await site.call("POST /users", { body: { username: "asha", name: "Asha", role: "viewer" } });
  await site.call("PATCH /users/{id}", { params: { id: user.id }, body: { role: "guard", name: "Asha Rao" } });
  await operator.goto("/settings/people");
  await operator.getByRole("button", { name: "Asha Rao", exact: true }).click();
  await dialog(operator, "Edit user").getByRole("button", { name: "History" }).click();
  await expect(entries(operator).filter({ hasText: "Changed name, role" })).toHaveCount(1);
  await expect(history(operator).getByRole("button", { name: "Load the values before this change" })).toHaveCount(0);
});

test("AUD-2 an auditor reads the history of a record that they can't change", async ({ site, page }) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  const { id } = await addBarrier(site, "1", "North boom");
  await site.call("PATCH /boom-barriers/{id}", { params: { id }, body: { name: "South boom" } });
  await signInAs(page, site, "auditor", { role: "auditor" });
  await page.goto("/access-control/gates-and-actuators");
  const form = await openRecord(page, /South boom/, "Edit boom barrier");
  await form.getByRole("button", { name: "History" }).click();
  await expect(entries(page).filter({ hasText: "Changed name" })).toHaveCount(1);
  await expect(history(page).getByRole("button", { name: "Load the values before this change" })).toHaveCount(0);
});

test("AUD-2 people without the permission see no history", async ({ site, page }) => {
  await site.switchOn("OSD");
  await addLane(site, "Ramp");
  await signInAs(page, site, "installer", { role: "installer" });
  await page.goto(lanes);
  const form = await openRecord(page, /^Ramp/, "Edit lane");
  await expect(form.getByRole("button", { name: "Save" })).toBeVisible();
  await expect(form.getByRole("button", { name: "History" })).toHaveCount(0);
});
