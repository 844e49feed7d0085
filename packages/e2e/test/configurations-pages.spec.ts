import { type ConfigScope, moduleKinds } from "@gatehouse/contract/modules/module";
import type { Page } from "@playwright/test";
import { addConfig, addInForm, storedConfig, valueField } from "../src/configs.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { banner } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

const pages: readonly [path: string, scope: ConfigScope][] = [
  ["/configurations", "global"],
  ["/overspeed-detection", "overspeed"],
  ["/epld", "epld"],
  ["/camera-counting", "cc"],
  ["/loop-detector", "loop"],
  ["/access-control", "anpr-ac"],
  ["/access-control?tab=rfid", "rfid-ac"],
];

test("CFG-1 CFG-2 each page lists the configurations of its scope and adds to it", async ({ site, operator }) => {
  test.slow();
  await site.switchOn(...moduleKinds);
  for (const [, scope] of pages) await addConfig(site, "ownKey", "STRING", `of ${scope}`, scope);
  for (const [path, scope] of pages) {
    await test.step(`${path} has scope ${scope}`, async () => {
      await operator.goto(path);
      await expect(valueField(operator, "ownKey")).toHaveValue(`of ${scope}`);
      await addInForm(operator, "added", "in the form");
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
  const rfidConfigs = operator.getByText("RFID Access Control Configurations", { exact: true });
  const vehicleTypes = operator.getByText("Vehicle Types", { exact: true });
  await site.switchOn("ANPR_ACCESS_CONTROL");
  await operator.goto("/access-control");
  await expect(operator.getByText("Vision Access Control Configurations", { exact: true })).toBeVisible();
  await expect(rfidConfigs).toBeHidden();
  await expect(vehicleTypes).toBeHidden();
  await site.switchOn("RFID_ACCESS_CONTROL");
  await operator.reload();
  await expect(rfidConfigs).toBeVisible();
  await expect(vehicleTypes).toBeVisible();
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
