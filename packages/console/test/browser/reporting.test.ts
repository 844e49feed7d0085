import { waitForLiveUpdates } from "@gatehouse/e2e/live-updates";
import { banner } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";

test.beforeEach(({ site }) => site.switchOn("REPORTING", "RFID_ACCESS_CONTROL"));

const titles = [
  "Registered Vehicle Access Report",
  "Unregistered RFID Vehicle Access Report",
  "Unregistered ANPR Vehicle Access Report",
  "Fare Report",
  "OSD Report",
  "Operator Portal Access Report",
  "Bulk Report",
];

test("REP-1 the seven report types are offered, and a change enables Update", async ({ site, operator }) => {
  await operator.goto("/reporting");
  const types = operator.getByRole("combobox", { name: "Report Types" });
  const update = operator.getByRole("button", { name: "Update" });
  await expect(update).toBeDisabled();
  await types.click();
  await expect(operator.getByRole("option")).toHaveText(titles);
  await operator.getByRole("option", { name: "Fare Report" }).click();
  await operator.getByRole("option", { name: "Bulk Report" }).click();
  await operator.keyboard.press("Escape");
  await update.click();
  await expect(banner(operator, "Updated successfully.")).toBeVisible();
  await expect(update).toBeDisabled();
  expect(await site.call("GET /configs/reports/types", {})).toEqual({ reportTypes: ["FARE", "BULK"] });
});

test("REP-1 a failed save is shown and keeps the selection", async ({ operator }) => {
  await operator.goto("/reporting");
  await operator.getByRole("combobox", { name: "Report Types" }).click();
  await operator.getByRole("option", { name: "Fare Report" }).click();
  await operator.keyboard.press("Escape");
  await operator.route("**/api/configs/reports/types", (route) => route.abort());
  await operator.getByRole("button", { name: "Update" }).click();
  await expect(banner(operator, "Failed to update.")).toBeVisible();
  await expect(operator.getByRole("button", { name: "Update" })).toBeEnabled();
});

test("REP-1 a change keeps what a colleague has changed since the page was opened", async ({ site, operator }) => {
  const stored = () => site.call("GET /configs/reports/types", {});
  await site.call("PUT /configs/reports/types", { body: { reportTypes: ["FARE", "BULK"] } });
  await operator.goto("/reporting");
  await waitForLiveUpdates(operator);
  await operator.getByRole("combobox", { name: "Report Types" }).click();
  await operator.getByRole("option", { name: "OSD Report" }).click();
  await operator.keyboard.press("Escape");
  await site.call("PUT /configs/reports/types", { body: { reportTypes: ["BULK"] } });
  await expect(operator.getByText("Fare Report").filter({ visible: true })).toHaveCount(0);
  await operator.getByRole("button", { name: "Update" }).click();
  await expect(banner(operator, "Updated successfully.")).toBeVisible();
  expect(await stored()).toEqual({ reportTypes: expect.arrayContaining(["BULK", "OSD"]) });
  expect(await stored()).not.toMatchObject({ reportTypes: expect.arrayContaining(["FARE"]) });
});
