import { expectAccessible } from "../src/axe.ts";
import { expect, test } from "../src/device-test.ts";
import { banner, card, control, fillIn } from "../src/page-parts.ts";
import type { Simulator } from "../src/simulator.ts";
import type { Site } from "../src/site.ts";

const path = "/access-control/anpr-settings";

async function setUp(site: Site, simulator: Simulator): Promise<void> {
  const { syncAPIUrl, notifyAPIUrl, apiKey } = await simulator.external();
  const body = { syncAPIUrl, notifyAPIUrl, apiKey, deviceId: "site-1" };
  await site.call("PUT /ac/mygate-integration-settings", { body });
}

test.beforeEach(async ({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

test("INT-1 MyGate's URLs are validated and saved, and its key is never shown again", async ({
  operator,
  simulator,
}) => {
  const { syncAPIUrl, notifyAPIUrl, apiKey } = await simulator.external();
  await operator.goto(path);
  const settings = card(operator, "Integration Settings");
  await fillIn(settings, { "Sync API URL": "not an address", "Notify API URL": notifyAPIUrl });
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(control(settings, "Sync API URL")).toHaveAccessibleDescription(/Must be a valid URL/);
  await expect(control(settings, "Device ID")).toHaveAccessibleDescription(/Required/);
  await fillIn(settings, { "Sync API URL": syncAPIUrl, "Device ID": "site-1", "API key": apiKey });
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Settings updated successfully")).toBeVisible();
  await expect(control(settings, "API key")).toHaveValue("");
  await expect(control(settings, "API key")).toHaveAttribute("placeholder", "Stored");
  await operator.reload();
  await expect(control(settings, "Sync API URL")).toHaveValue(syncAPIUrl);
  await expect(settings.getByRole("button", { name: "Save" })).toBeDisabled();
});

test("INT-2 plates are synced on demand, and a failed sync is shown on the card and as an alert", async ({
  site,
  operator,
  simulator,
}) => {
  await simulator.controlExternal("set-fault", { fault: "wrong-credentials" });
  await setUp(site, simulator);
  await operator.goto(path);
  const settings = card(operator, "Integration Settings");
  await settings.getByRole("button", { name: "Sync now" }).click();
  await expect(banner(operator, "Failed to sync plates from MyGate: MyGate rejected the API key.")).toBeVisible();
  await expect(settings).toContainText("MyGate rejected the API key.");
  await operator.goto("/access-control/alerts");
  await expect(operator.getByText("MyGate sync failed")).toBeVisible();

  await simulator.controlExternal("set-fault", { fault: "normal" });
  const { vehicles } = await simulator.external();
  await operator.goto(path);
  await settings.getByRole("button", { name: "Sync now" }).click();
  await expect(settings).toContainText(`${vehicles.length} plates`);
  await expect(settings).toContainText("Up to date");
  await expect(settings).toContainText("All delivered");
  await expectAccessible(operator);
});

test('INT-1 a failed save shows "Failed to update settings"', async ({ operator, simulator }) => {
  await operator.route("**/api/ac/mygate-integration-settings", (route) => route.fulfill({ status: 500, body: "" }));
  const { syncAPIUrl, notifyAPIUrl } = await simulator.external();
  await operator.goto(path);
  const settings = card(operator, "Integration Settings");
  await fillIn(settings, { "Sync API URL": syncAPIUrl, "Notify API URL": notifyAPIUrl, "Device ID": "1" });
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Failed to update settings")).toBeVisible();
  await expect(control(settings, "Device ID")).toHaveValue("1");
});
