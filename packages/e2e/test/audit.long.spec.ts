import { expectAccessible } from "../src/axe.ts";
import { addLane } from "../src/hardware.ts";
import { banner, card, control, field } from "../src/page-parts.ts";
import { signInAs } from "../src/people.ts";
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
  const row = operator.getByRole("row", { name: /Changed speed limit for four-wheelers of lane "Speed ramp"/ });
  await expect(row.getByRole("cell").nth(1)).toHaveText("admin");
  await expect(row.getByRole("cell").nth(2)).toHaveText("127.0.0.1");
  await row.getByRole("button", { name: /^Details of entry/ }).click();
  const details = operator.getByRole("dialog", { name: 'Changed speed limit for four-wheelers of lane "Speed ramp"' });
  await expect(details.getByText("127.0.0.1", { exact: true })).toBeVisible();
  const table = details.getByRole("table", { name: "Before and after" });
  const changed = table.getByRole("row", { name: "Speed limit for four-wheelers" });
  await expect(changed.getByRole("cell")).toHaveText(["15", "50"]);
  await expect(table.getByRole("row")).toHaveCount(2);
  await details.getByText("3 unchanged fields").click();
  const unchanged = details.getByRole("table", { name: "Unchanged fields" });
  await expect(unchanged.getByRole("row", { name: "Name" }).getByRole("cell")).toHaveText(["Speed ramp", "Speed ramp"]);
  await operator.keyboard.press("Escape");
  await expect(details).toBeHidden();
  await expect(row.getByRole("button", { name: /^Details of entry/ })).toBeFocused();
  await row.getByRole("button", { name: /^Details of entry/ }).click();
  await details.getByRole("button", { name: "History of this record" }).click();
  await expect(details).toBeHidden();
  await expect(operator).toHaveURL(/entity=lanes&entityId=/);
  await operator.goBack();
  await expect(operator).toHaveURL(/\/settings\/audit$/);
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
  const from = operator.getByRole("textbox", { name: "From", exact: true });
  await from.fill("15 Nov");
  await operator.getByRole("button", { name: "Clear filters" }).click();
  await expect(from).toHaveValue("");
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

test("AUD-2 a deleted record is added again", async ({ site, operator }) => {
  const { id } = await addLane(site, "Removed ramp");
  await site.call("DELETE /lanes/{id}", { params: { id } });
  await operator.goto(`${page}?entity=lanes`);
  const row = operator.getByRole("row", { name: /Deleted lane "Removed ramp"/ });
  await row.getByRole("button", { name: /^Details of entry/ }).click();
  await operator.getByRole("button", { name: "Add again" }).click();
  await operator.getByRole("button", { name: "Yes", exact: true }).click();
  const lanes = async () => (await site.call("GET /lanes", {})).map(({ name }) => name);
  await expect.poll(lanes).toEqual(["Removed ramp"]);
  const { data } = await site.call("GET /audit", { query: { entity: "lanes", limit: 1 } });
  expect(data[0]?.summary).toBe('Created lane "Removed ramp" again');
});

test("AUD-3 the receiver of the daily seal is set below the trail", async ({ operator }) => {
  await operator.goto(page);
  const receiver = card(operator, "Receiver of the daily seal");
  await expect(receiver.getByText("Nothing is sent.")).toBeVisible();
  await field(receiver, "URL").fill("seals");
  await receiver.getByRole("button", { name: "Save" }).click();
  await expect(receiver.getByText("Must be a valid URL")).toBeVisible();
  await field(receiver, "URL").fill("http://127.0.0.1:9/seals");
  await control(receiver, "Secret").fill("shared words");
  await receiver.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Settings updated successfully")).toBeVisible();
  await expect(receiver.getByPlaceholder("Stored")).toHaveValue("");
});

test("ROLE-5 a manager, whose role does not include the audit trail, sees neither its filters nor an error", async ({
  site,
  page: manager,
}) => {
  await signInAs(manager, site, "mira", { role: "manager" });
  await manager.goto(page);
  await expect(manager.getByText("Not available to you", { exact: true })).toBeVisible();
  await expect(manager.getByRole("table", { name: "Audit trail" })).toHaveCount(0);
  await expect(manager.getByRole("alert")).toHaveCount(0);
  await expectAccessible(manager);
});

test("AUD-3 an auditor does not see the receiver", async ({ site, page: auditor }) => {
  await signInAs(auditor, site, "auditor", { role: "auditor" });
  await auditor.goto(page);
  await expect(auditor.getByRole("table", { name: "Audit trail" })).toHaveAttribute("aria-busy", "false");
  await expect(card(auditor, "Receiver of the daily seal")).toHaveCount(0);
});

test("AUD-1 a time can be typed, and an end before the start is explained", async ({ operator }) => {
  await operator.goto(page);
  await field(operator, "From").pressSequentially("1 Nov 2026, 01:30");
  await expect(operator).toHaveURL(/from=/);
  await field(operator, "Until").pressSequentially("31 Oct 2026, 23:59");
  await expect(field(operator, "Until")).toHaveAccessibleDescription(/Must be after the start/);
});
