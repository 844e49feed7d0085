import { banner, card, control, field, openDialog } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";

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
