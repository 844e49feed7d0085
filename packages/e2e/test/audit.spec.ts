import { expectAccessible } from "../src/axe.ts";
import { addLane } from "../src/hardware.ts";
import { openRecord } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

const page = "/settings/audit";

test("AUD-1 the account menu opens the audit trail; a change shows before and after", async ({ site, operator }) => {
  const { id } = await addLane(site, "Speed ramp");
  const body = { name: "Speed ramp", speedLimit2w: 20, speedLimit4w: 50 };
  await site.call("PUT /lanes/{id}", { params: { id }, body });
  await operator.goto("/settings");
  await operator.getByRole("button", { name: "Account menu of admin" }).click();
  await operator.getByRole("menuitem", { name: "Audit trail" }).click();
  await expect(operator.getByRole("heading", { level: 1, name: "Audit trail" })).toBeVisible();
  const row = operator.getByRole("row", { name: /Changed speedLimit4w of lane "Speed ramp"/ });
  await expect(row.getByRole("cell").nth(1)).toHaveText("admin");
  await row.getByRole("button", { name: /^Details of entry/ }).click();
  const details = operator.getByRole("dialog", { name: 'Changed speedLimit4w of lane "Speed ramp"' });
  await expect(details.getByText("127.0.0.1", { exact: true })).toBeVisible();
  const changed = details.getByRole("row", { name: "speedLimit4w (changed)" });
  await expect(changed.getByRole("cell")).toHaveText(["15", "50"]);
  await operator.keyboard.press("Escape");
  await expect(details).toBeHidden();
  await expect(row.getByRole("button", { name: /^Details of entry/ })).toBeFocused();
});

test("AUD-1 filters are kept in the URL, and new entries appear live", async ({ site, operator }) => {
  await operator.goto(`${page}?entity=lanes`);
  const table = operator.getByRole("table", { name: "Audit trail" });
  await expect(table).toHaveAttribute("aria-busy", "false");
  await addLane(site, "Live lane");
  await expect(table.getByText('Created lane "Live lane"')).toBeVisible();
  await operator.getByRole("combobox", { name: "Action" }).selectOption("Failed sign-in");
  await expect(table).toContainText("No entry matches these filters.");
  await expect(operator).toHaveURL(/entity=lanes.*action=sign-in-failed|action=sign-in-failed.*entity=lanes/);
  await operator.getByRole("button", { name: "Clear filters" }).click();
  await expect(table.getByText('Created lane "Live lane"')).toBeVisible();
});

test("AUD-1 pages and the export", async ({ site, operator }) => {
  for (let number = 1; number <= 51; number += 1) {
    await addLane(site, `Paged ${number}`);
  }
  await operator.goto(`${page}?entity=lanes`);
  const table = operator.getByRole("table", { name: "Audit trail" });
  await expect(table.getByText('Created lane "Paged 51"')).toBeVisible();
  await operator.getByRole("button", { name: "Next" }).click();
  await expect(table.getByText('Created lane "Paged 1"', { exact: true })).toBeVisible();
  await operator.getByRole("button", { name: "Previous" }).click();
  await expect(table.getByText('Created lane "Paged 51"')).toBeVisible();
  const download = operator.waitForEvent("download");
  await operator.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
});

test("AUD-2 the dialog of a record links to its history", async ({ site, operator }) => {
  await site.switchOn("OSD");
  await addLane(site, "Exit");
  await addLane(site, "Other");
  await operator.goto("/overspeed-detection/lanes-cameras");
  const form = await openRecord(operator, /Exit/, "Edit lane");
  await form.getByRole("link", { name: "History" }).click();
  const table = operator.getByRole("table", { name: "Audit trail" });
  await expect(table.getByText('Created lane "Exit"')).toBeVisible();
  await expect(table.getByText('Created lane "Other"')).toHaveCount(0);
});

test("AUD-1 axe finds no violations on the audit trail and its details", async ({ site, operator }) => {
  await addLane(site, "Quiet ramp");
  await operator.goto(`${page}?entity=lanes`);
  const row = operator.getByRole("row", { name: /Created lane "Quiet ramp"/ });
  await expect(row).toBeVisible();
  await expectAccessible(operator);
  await row.getByRole("button", { name: /^Details of entry/ }).click();
  await expect(operator.getByRole("table", { name: "Before and after" })).toBeVisible();
  await expectAccessible(operator, operator.getByRole("dialog"));
});
