import { type ConfigScope, moduleKinds } from "@gatehouse/contract/modules/module";
import type { Page } from "@gatehouse/e2e/browser-commands";
import { addConfig, addInForm, storedConfig, valueField } from "@gatehouse/e2e/configs";
import { waitForLiveUpdates } from "@gatehouse/e2e/live-updates";
import { banner } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";

const vision = "Vision Access Control Configurations";
const rfid = "RFID Access Control Configurations";
const pages: readonly [path: string, scope: ConfigScope, table?: string][] = [
  ["/configurations", "global"],
  ["/overspeed-detection", "overspeed"],
  ["/epld", "epld"],
  ["/camera-counting", "cc"],
  ["/loop-detector", "loop"],
  ["/access-control", "anpr-ac", vision],
  ["/access-control", "rfid-ac", rfid],
];

test("CFG-1 CFG-2 each page lists the configurations of its scope and adds to it", async ({ site, operator }) => {
  await site.switchOn(...moduleKinds);
  for (const [, scope] of pages) await addConfig(site, "ownKey", "STRING", `of ${scope}`, scope);
  for (const [path, scope, table] of pages) {
    await test.step(`${path} has scope ${scope}`, async () => {
      await operator.goto(path);
      const list = operator.getByRole("table", { ...(table !== undefined && { name: table, exact: true }) });
      await expect(valueField(list, "ownKey")).toHaveValue(`of ${scope}`);
      await addInForm(list, "added", "in the form");
      await expect(banner(operator, "Successfully saved config")).toBeVisible();
      expect(await storedConfig(site, "added", scope)).toEqual({ dataType: "STRING", value: "in the form" });
    });
  }
});

test("CFG-1 a page shows no configurations of another scope", async ({ site, operator }) => {
  await site.switchOn("EPLD");
  await addConfig(site, "elsewhere", "STRING", "x", "cc");
  await operator.goto("/epld");
  await expect(operator.getByText("No configurations yet")).toBeVisible();
});

test("CFG-1 /access-control shows the Vision configurations, and those of RFID only while it is active", async ({
  site,
  operator,
}) => {
  const heading = (name: string) => operator.getByRole("heading", { name, exact: true });
  const rfidConfigs = heading(rfid);
  const vehicleTypes = operator.getByText("Vehicle Types", { exact: true });
  await site.switchOn("ANPR_ACCESS_CONTROL");
  await operator.goto("/access-control");
  await expect(heading(vision)).toBeVisible();
  await expect(rfidConfigs).toBeHidden();
  await expect(vehicleTypes).toBeHidden();
  await site.switchOn("RFID_ACCESS_CONTROL");
  await operator.reload();
  await expect(heading(vision)).toBeVisible();
  await expect(rfidConfigs).toBeVisible();
  await expect(vehicleTypes).toBeVisible();
});

test("CFG-1 one search covers both lists of access control", async ({ site, operator }) => {
  await site.switchOn("ANPR_ACCESS_CONTROL", "RFID_ACCESS_CONTROL");
  await addConfig(site, "plateKey", "STRING", "first", "anpr-ac");
  await addConfig(site, "tagKey", "STRING", "second", "rfid-ac");
  await operator.goto("/access-control");
  await expect(valueField(operator, "plateKey")).toBeVisible();
  await operator.getByRole("searchbox", { name: "Search configurations" }).fill("tagKey");
  await expect(valueField(operator, "plateKey")).toBeHidden();
  await expect(valueField(operator, "tagKey")).toBeVisible();
});

test.describe("CFG-5 vehicle types", () => {
  const choice = (page: Page) => page.getByRole("combobox", { name: "Vehicle types" });
  const update = (page: Page) => page.getByRole("button", { name: "Update" });
  const cycle = (page: Page) => page.getByRole("option", { name: "Cycle" });
  test.beforeEach(async ({ site, operator }) => {
    await site.switchOn("RFID_ACCESS_CONTROL");
    await site.call("PUT /configs/rfid-ac/vehicle-types", { body: { vehicleTypes: ["CAR", "TRUCK"] } });
    await operator.goto("/access-control");
    await expect(choice(operator)).toBeVisible();
  });

  test("CFG-5 Update is enabled only while the selection differs", async ({ operator }) => {
    await expect(update(operator)).toBeDisabled();
    await choice(operator).click();
    await cycle(operator).click();
    await expect(update(operator)).toBeEnabled();
    await cycle(operator).click();
    await expect(update(operator)).toBeDisabled();
  });

  test("CFG-5 Update shows a failure, and stores the selection", async ({ site, operator }) => {
    await choice(operator).click();
    await operator.getByRole("option", { name: "Truck" }).click();
    await cycle(operator).click();
    await operator.keyboard.press("Escape");
    await operator.route("**/api/configs/rfid-ac/vehicle-types", (route) => route.fulfill({ status: 500, body: "" }), {
      times: 1,
    });
    await update(operator).click();
    await expect(banner(operator, "Failed to update.")).toBeVisible();
    await update(operator).click();
    await expect(banner(operator, "Updated successfully.")).toBeVisible();
    const { vehicleTypes } = await site.call("GET /configs/rfid-ac/vehicle-types", {});
    expect(vehicleTypes.toSorted()).toEqual(["CAR", "CYCLE"]);
  });

  test("CFG-5 a colleague's choice appears without a reload", async ({ site, operator }) => {
    await waitForLiveUpdates(operator);
    await site.call("PUT /configs/rfid-ac/vehicle-types", { body: { vehicleTypes: ["CYCLE"] } });
    // A selected type appears as a pill and as an option, others only as an option.
    const card = operator.getByRole("region", { name: "Vehicle Types" });
    await expect(card.getByText("Car", { exact: true })).toHaveCount(1);
  });
});
