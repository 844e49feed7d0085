import { firstRuleName } from "@gatehouse/contract/entities/access/rule";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/axe.ts";
import { addPushingDevice, eventRow } from "../src/events.ts";
import { addGate } from "../src/hardware.ts";
import { addIdentifier } from "../src/identifiers.ts";
import { answerConfirmation, banner, card, choose, control, dialog, field, openDialog } from "../src/page-parts.ts";
import type { Site } from "../src/site.ts";
import { expect, test } from "../src/test.ts";

const rulesPage = "/access/rules";
const ruleName = "Staff use the other gate";
const wouldDeny = `Would have been denied by "${ruleName}"`;
/** Replays have the lowest priority, so they take long on a busy machine. */
const replayed = { timeout: 30_000 };
const ruleRow = (page: Page, name: string) => card(page, "Rules").getByRole("button", { name: new RegExp(name) });

test.beforeEach(async ({ site }) => {
  test.slow();
  await site.switchOn("ANPR_ACCESS_CONTROL");
});

/** A camera at an entry, an exit, a generated month of events, and two vehicles of the staff. */
async function addMonth(site: Site) {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const entry = await addGate(site, "Main entry", { cameraId: device.cameraId });
  const exit = await addGate(site, "Main exit", { type: "X" });
  await site.seed.pastTraffic({ days: 30, passagesPerDay: 40, entries: [entry.id], exits: [exit.id] });
  const groups = await site.call("GET /access/groups", {});
  const staff = groups.find(({ name }) => name === "Staff");
  for (const plate of ["KA01AB1234", "KA01AB5678"]) await addIdentifier(site, plate, { groupIds: [staff?.id ?? 0] });
  /** Waits until decisions use the latest rules. */
  const waitForWhatIf = async (expected: Record<string, unknown>) => {
    const body = { type: "LICENSE_PLATE" as const, read: "KA01AB1234", gateId: entry.id };
    await expect.poll(() => site.call("POST /access/what-if", { body })).toMatchObject(expected);
  };
  return { device, waitForWhatIf };
}

test("RULE-9 a rule is drafted, back-tested on a month, run in shadow mode, enforced and rolled back, by keyboard", async ({
  site,
  operator,
}) => {
  const { device, waitForWhatIf } = await addMonth(site);
  await operator.goto(rulesPage);

  await test.step("a draft is back-tested before it is saved", async () => {
    await operator.getByRole("button", { name: "Add rule", exact: true }).first().press("Enter");
    const form = dialog(operator, "Add rule");
    await field(form, "Name").fill(ruleName);
    await control(form, "Effect").selectOption("Deny");
    await choose(form, "Group", "Staff");
    await control(form, "Direction").selectOption("Entry");
    await form.getByRole("button", { name: "Back-test", exact: true }).press("Enter");
    const sheet = dialog(operator, "Back-test");
    await sheet.getByRole("radio", { name: "30 days", exact: true }).press("Space");
    await sheet.getByRole("button", { name: "Run back-test", exact: true }).press("Enter");
    const summary = sheet.getByRole("status");
    await expect(summary).toContainText(/[1-9]\d* of [\d,]+ granted passages would have been denied/, replayed);
    await expect(summary).toContainText("Enforcing this needs a typed confirmation.");
    await expect(sheet.getByRole("table").filter({ hasText: "Main entry" })).toBeVisible();
    await sheet.locator("summary").first().press("Enter");
    await expect(sheet.getByRole("region", { name: "Before", exact: true })).toContainText("Granted");
    await expect(sheet.getByRole("region", { name: "After", exact: true })).toContainText(
      `Rule "${ruleName}" denies Staff`,
    );
    await expectAccessible(operator, sheet);
    await operator.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await form.getByRole("button", { name: "Add", exact: true }).press("Enter");
    await expect(banner(operator, "Rule added")).toBeVisible(replayed);
  });

  await test.step("in shadow mode, live events show what it would have changed", async () => {
    await expect(ruleRow(operator, ruleName)).toContainText("Shadow");
    await waitForWhatIf({ isGranted: true, shadow: [{ text: wouldDeny }] });
    await device.push({ type: "plate", plate: "KA01AB1234" });
    await expect(card(operator, "Shadow results").getByRole("row", { name: new RegExp(wouldDeny) })).toBeVisible();
    await operator.goto("/access-control/events");
    const row = eventRow(operator, wouldDeny);
    await expect(row).toContainText("Granted");
    await row.getByRole("button", { name: /^Why\?/ }).press("Enter");
    const why = dialog(operator, "Why?");
    await expect(why.getByRole("list", { name: "Rules in shadow mode" })).toHaveText(wouldDeny);
    await expectAccessible(operator, why);
  });

  await test.step("it is enforced by typing its name", async () => {
    await operator.goto(rulesPage);
    await ruleRow(operator, ruleName).press("Enter");
    const edited = dialog(operator, "Edit rule");
    await control(edited, "Mode").selectOption("Enforced");
    await edited.getByRole("button", { name: "Save", exact: true }).press("Enter");
    const confirmation = dialog(operator, "Please confirm");
    await expect(confirmation).toContainText(`Type "${ruleName}" to confirm.`, replayed);
    await expect(field(confirmation, "Text to confirm")).toBeFocused();
    await field(confirmation, "Text to confirm").fill("yes");
    await operator.keyboard.press("Enter");
    await expect(confirmation.getByText(`Type “${ruleName}”, or cancel`)).toBeVisible();
    await expectAccessible(operator, confirmation);
    await field(confirmation, "Text to confirm").fill(ruleName);
    await operator.keyboard.press("Enter");
    await expect(edited).toBeHidden();
    await expect(ruleRow(operator, ruleName)).toContainText("Enforced");
    await waitForWhatIf({ isGranted: false });
    await device.push({ type: "plate", plate: "KA01AB5678" });
    await operator.goto("/access-control/events?tab=received");
    await expect(eventRow(operator, `Rule "${ruleName}" denies Staff`)).toContainText("Denied");
  });

  await test.step("the earlier version is compared and restored", async () => {
    await operator.goto(rulesPage);
    const versions = card(operator, "Versions");
    await versions
      .getByRole("button", { name: /^Compare version/ })
      .first()
      .press("Enter");
    const sheet = operator.getByRole("dialog", { name: /^Compare version/ });
    await sheet.getByRole("button", { name: "Run back-test", exact: true }).press("Enter");
    await expect(sheet.getByRole("status")).toContainText("0 of ", replayed);
    await operator.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await versions
      .getByRole("button", { name: /^Restore version/ })
      .first()
      .press("Enter");
    await answerConfirmation(operator, "This makes a new version, so it can be undone.", "Yes");
    await expect(banner(operator, "Version restored")).toBeVisible(replayed);
    await expect(ruleRow(operator, ruleName)).toContainText("Shadow");
    await waitForWhatIf({ isGranted: true });
  });
});

test("RULE-9 a rule that changes nothing says so before it is saved, and can restrict instead, by keyboard", async ({
  site,
  operator,
}) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  await addGate(site, "Main entry", { cameraId: device.cameraId });
  const { id: groupId } = await site.call("POST /access/groups", { body: { name: "Contractors" } });
  await site.call("POST /access/schedules", {
    body: { name: "By day", windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: "06:00", to: "18:00" }] },
  });
  await addIdentifier(site, "KA01AB1234", { groupIds: [groupId] });
  await device.push({ type: "plate", plate: "KA01AB1234" });
  await operator.goto(`${rulesPage}?open=access_rules.new`);
  const form = dialog(operator, "Add rule");
  await field(form, "Name").fill("Contractors by day");
  await choose(form, "Group", "Contractors");
  await form.getByRole("button", { name: "Add", exact: true }).press("Enter");
  const notice = form.getByRole("alert");
  await expect(notice).toContainText(
    `Already allowed by “${firstRuleName}”; 0 of 1 passage of the last 7 days differ.`,
    replayed,
  );
  await expect(notice).toBeFocused();
  await expect(notice.getByRole("button")).toHaveText(["Save anyway"]);

  await test.step("a rule with times is offered as a restriction", async () => {
    await choose(form, "Schedule", "By day");
    await expect(notice).toBeHidden();
    await form.getByRole("button", { name: "Add", exact: true }).press("Enter");
    await expect(notice).toBeVisible(replayed);
    await expectAccessible(operator, form);
    await operator.keyboard.press("Tab");
    await operator.keyboard.press("Enter");
    await expect(form.getByText('Contractors may not enter at any gate except during "By day".')).toBeVisible();
    await expect(control(form, "Applies")).toHaveValue("outside");
    await form.getByRole("button", { name: "Add", exact: true }).press("Enter");
    await expect(ruleRow(operator, "Contractors by day")).toContainText("Deny");
  });

  await test.step("a deny rule that never matches says so too", async () => {
    const edited = dialog(operator, "Edit rule");
    await ruleRow(operator, "Contractors by day").press("Enter");
    await control(edited, "Applies").selectOption("At these times");
    await field(edited, "Valid to").fill("1 Jan 2020, 00:00");
    await edited.getByRole("button", { name: "Save", exact: true }).press("Enter");
    await expect(edited.getByRole("alert")).toContainText("but not at these times", replayed);
    await edited.getByRole("button", { name: "Save anyway", exact: true }).press("Enter");
    await expect(edited).toBeHidden();
  });
});

test("RULE-9 a rule that others depend on is deleted by typing its name", async ({ site, operator }) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  await addGate(site, "Main entry", { cameraId: device.cameraId });
  await addIdentifier(site, "KA01AB1234");
  await device.push({ type: "plate", plate: "KA01AB1234" });
  const { id: groupId } = await site.call("POST /access/groups", { body: { name: "Residents" } });
  await site.call("POST /access/rules", { body: { name: "Residents", effect: "allow", groupId, mode: "enforced" } });
  await operator.goto(rulesPage);
  await ruleRow(operator, firstRuleName).click();
  const form = dialog(operator, "Edit rule");
  const remove = async () => {
    await form.getByRole("button", { name: "Delete", exact: true }).click();
    await answerConfirmation(operator, firstRuleName, "Yes");
    const typed = dialog(operator, "Please confirm");
    await expect(typed).toContainText("These rules would have denied 1 of 1 passages of the last week.", replayed);
    return typed;
  };
  await (await remove()).getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(form.getByText("These rules would have denied 1 of 1 passages of the last week.")).toBeVisible();
  const typed = await remove();
  await field(typed, "Text to confirm").fill(firstRuleName);
  await typed.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(ruleRow(operator, firstRuleName)).toBeHidden();
  await expect(form).toBeHidden();
});

test("RULE-9 a back-test without events says so, and an invalid draft is explained", async ({ operator }) => {
  await operator.goto(rulesPage);
  const form = await openDialog(operator, "Add rule");
  await form.getByRole("button", { name: "Back-test", exact: true }).click();
  const sheet = dialog(operator, "Back-test");
  await sheet.getByRole("button", { name: "Run back-test", exact: true }).click();
  await expect(sheet.getByRole("alert")).toContainText("The rule is incomplete");
  await operator.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await field(form, "Name").fill("Anyone");
  await form.getByRole("button", { name: "Back-test", exact: true }).click();
  await sheet.getByRole("button", { name: "Run back-test", exact: true }).click();
  await expect(sheet.getByText("No passages to replay")).toBeVisible(replayed);
});
