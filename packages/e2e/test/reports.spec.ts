import { readFile } from "node:fs/promises";
import { expectAccessible } from "../src/axe.ts";
import { banner, card, control, field, openDialog } from "../src/page-parts.ts";
import { addPerson } from "../src/people.ts";
import { expect, test } from "../src/test.ts";

const title = "Operator Portal Access Report";
const reportPage = "/reports/OPERATOR_PORTAL_ACCESS";

test.beforeEach(({ site }) => site.switchOn("REPORTING"));

test("REP-2 an enabled report is shown with totals for a period in the URL, and downloaded as CSV", async ({
  site,
  operator,
}) => {
  // The audit trail of the worker's site has entries of other tests.
  await addPerson(site, "reported-guard", { role: "guard" });
  await operator.goto("/reports");
  await expect(operator.getByText("No report type is enabled")).toBeVisible();
  await site.call("PUT /configs/reports/types", { body: { reportTypes: ["OPERATOR_PORTAL_ACCESS"] } });
  await operator.getByRole("link", { name: title, exact: true }).click();
  await expect(operator).toHaveURL(reportPage);
  const table = operator.getByRole("table", { name: title, exact: true });
  await field(operator, "Person").fill("nobody");
  await expect(table).toContainText("Nothing in this period matches the filters.");
  await operator.getByRole("button", { name: "Clear filters" }).click();
  await field(operator, "Person").fill("reported-guard");
  await operator.getByText("Month", { exact: true }).click();
  await expect(operator).toHaveURL(/period=month/);
  await expect(operator.getByRole("status").filter({ hasText: /^All \d rows are shown\.$/ })).toBeVisible();
  const shared = operator.url();
  await operator.goto("/reports");
  await operator.goto(shared);
  await expect(table.getByRole("row").nth(1)).toContainText("reported-guard");
  await expect(field(operator, "Person")).toHaveValue("reported-guard");
  await expectAccessible(operator);

  await operator.getByRole("button", { name: "Download", exact: true }).click();
  await operator.getByRole("menuitem", { name: "CSV", exact: true }).click();
  const file = operator.getByRole("list", { name: "Files" }).getByRole("listitem");
  await expect(file).toContainText("Not downloaded yet");
  const download = operator.waitForEvent("download");
  await file.getByRole("button", { name: "Download", exact: true }).click();
  expect(await readFile(await (await download).path(), "utf8")).toContain("reported-guard");
  await expect(file).toContainText("1 download, the last one by admin");

  await operator.goto("/reports");
  await expect(file).toContainText("1 download, the last one by admin");
});

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
