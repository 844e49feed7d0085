import { expectAccessible } from "../src/axe.ts";
import { addPushingDevice } from "../src/events.ts";
import { addGate } from "../src/hardware.ts";
import { addIdentifier } from "../src/identifiers.ts";
import { banner, card, control, dialog, field, openDialog } from "../src/page-parts.ts";
import type { Site } from "../src/site.ts";
import { expect, test } from "../src/test.ts";

const rulesPage = "/access/rules";

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

/** Two granted passages, and a group without members. */
async function addPast(site: Site): Promise<void> {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  await addGate(site, "Main entry", { cameraId: device.cameraId });
  await addIdentifier(site, "KA01AB1234");
  await addIdentifier(site, "KA01AB5678");
  await device.push({ type: "plate", plate: "KA01AB1234" }, { type: "plate", plate: "KA01AB5678" });
  await site.call("POST /access/groups", { body: { name: "Contractors" } });
}

test("RULE-9 a rule is drafted, back-tested, run in shadow mode, enforced with a typed confirmation, and rolled back", async ({
  site,
  operator,
}) => {
  await addPast(site);
  await operator.goto(rulesPage);
  const form = await openDialog(operator, "Add rule");
  await field(form, "Name").fill("Nobody enters");
  await control(form, "Effect").selectOption("Deny");
  await control(form, "Direction").selectOption("Entry");
  await form.getByRole("button", { name: "Back-test", exact: true }).click();
  const sheet = dialog(operator, "Back-test");
  await sheet.getByRole("button", { name: "Run back-test", exact: true }).click();
  await expect(sheet.getByRole("status")).toContainText("2 of 2 granted passages would have been denied (100.0%).");
  await expect(sheet.getByRole("status")).toContainText("Enforcing this needs a typed confirmation.");
  await sheet.locator("summary").first().click();
  await expect(sheet.getByRole("region", { name: "Before", exact: true }).first()).toContainText("Granted");
  await expect(sheet.getByRole("region", { name: "After", exact: true }).first()).toContainText(
    'Rule "Nobody enters" denies Everyone',
  );
  await expectAccessible(operator, sheet);
  await operator.keyboard.press("Escape");
  await expect(sheet).toBeHidden();

  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(banner(operator, "Rule added")).toBeVisible();
  await expect(card(operator, "Shadow results")).toContainText("Nothing would have changed so far.");

  await card(operator, "Rules")
    .getByRole("button", { name: /Nobody enters/ })
    .click();
  const edited = dialog(operator, "Edit rule");
  await control(edited, "Mode").selectOption("Enforced");
  await edited.getByRole("button", { name: "Save", exact: true }).click();
  await expect(edited.getByText('Type "Nobody enters" to confirm.')).toBeVisible();
  await field(edited, "Confirmation").fill("Nobody enters");
  await edited.getByRole("button", { name: "Save", exact: true }).click();
  await expect(edited).toBeHidden();
  await expect(card(operator, "Rules").getByRole("button", { name: /Nobody enters/ })).toContainText("Enforced");

  const versions = card(operator, "Versions");
  await versions
    .getByRole("button", { name: /^Restore version/ })
    .first()
    .click();
  await operator
    .getByRole("dialog", { name: /^Restore version/ })
    .getByRole("button", { name: "Restore", exact: true })
    .click();
  await expect(banner(operator, "Version restored")).toBeVisible();
  await expect(card(operator, "Rules").getByRole("button", { name: /Nobody enters/ })).toContainText("Shadow");
});
