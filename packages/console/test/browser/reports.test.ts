import { banner, card, control, dialog, field, openDialog } from "@gatehouse/e2e/page-parts";
import { expect, signInAs, test } from "./console-test.ts";

test.beforeEach(({ site }) => site.switchOn("REPORTING"));

test("REP-6 a schedule is added for one of the enabled reports", async ({ site, operator }) => {
  await site.call("PUT /configs/reports/types", { body: { reportTypes: ["REGISTERED_VEHICLE_ACCESS"] } });
  await operator.goto("/reports");
  const form = await openDialog(operator, "Add report schedule");
  await field(form, "Name").fill("Access of the week");
  await control(form, "Report").selectOption("Registered Vehicle Access Report");
  await control(form, "Runs").selectOption("Every week");
  await control(form, "Day of the week").selectOption("Tuesday");
  await control(form, "Direction").selectOption("Entry");
  await control(form, "Delivery").selectOption("Send by e-mail");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(form.getByText("Enter an e-mail address")).toBeVisible();
  await field(form, "E-mail addresses").fill("asha@example.com");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(banner(operator, "Schedule added")).toBeVisible();
  const row = card(operator, "Report schedules").getByRole("button", { name: /^Access of the week/ });
  await expect(row).toContainText("every Tuesday at 06:00 · to asha@example.com");
});

test("REP-6 a schedule offers only reports that the site uses and the person may see", async ({ site, page }) => {
  const reportTypes = ["FARE", "OPERATOR_PORTAL_ACCESS"] as const;
  await site.call("PUT /configs/reports/types", { body: { reportTypes: [...reportTypes] } });
  signInAs(page, site, "Asha", { role: "manager" });
  await page.goto("/reports");
  const form = await openDialog(page, "Add report schedule");
  const offered = control(form, "Report").locator("option:not(:disabled)");
  await expect(offered).toHaveText(["Choose…", "Fare Report"]);
});

test('REP-6 "Run now" of a schedule produces its report and shows the result', async ({ site, operator }) => {
  const body = { name: "Nightly", type: "FARE", format: "csv", every: "daily", at: "06:00", deliver: "keep" } as const;
  const { id } = await site.call("POST /report-schedules", { body });
  const run: number[] = [];
  site.respond("POST /report-schedules/{id}/run", ({ params }) => {
    run.push(params.id);
    return { outcome: "accepted", detail: "The report is being produced" };
  });
  await operator.goto(`/reports?open=report_schedules.${id}`);
  const form = dialog(operator, "Edit report schedule");
  await form.getByRole("button", { name: "Run now" }).click();
  await expect(form.getByText("Accepted: The report is being produced")).toBeVisible();
  expect(run).toEqual([id]);
});
