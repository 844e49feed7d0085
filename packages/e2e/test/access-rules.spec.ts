import { firstRuleName } from "@gatehouse/contract/entities/access/rule";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/axe.ts";
import { addGate } from "../src/hardware.ts";
import {
  answerConfirmation,
  banner,
  card,
  choose,
  control,
  dialog,
  field,
  openDialog,
  openRecord,
} from "../src/page-parts.ts";
import type { Site } from "../src/site.ts";
import { expect, test } from "../src/test.ts";

const rulesPage = "/access/rules";
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const ruleRow = (page: Page, name: string | RegExp) => card(page, "Rules").getByRole("button", { name });

const addGroup = ({ call }: Site, name: string) => call("POST /access/groups", { body: { name } });
const addArea = ({ call }: Site, name: string, parentId: number | null = null) =>
  call("POST /access/areas", { body: { name, parentId } });
const addSchedule = ({ call }: Site, name: string) =>
  call("POST /access/schedules", { body: { name, windows: [{ days: everyDay, from: "06:00", to: "18:00" }] } });

/** Two rules, which the generated one accompanies. */
async function addRules(site: Site): Promise<void> {
  const { id: groupId } = await addGroup(site, "Contractors");
  await site.call("POST /access/rules", { body: { name: "By day", effect: "allow", groupId, mode: "shadow" } });
  await site.call("POST /access/rules", { body: { name: "No entry", effect: "deny", groupId, mode: "off" } });
}

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

test("RULE-2 a rule is built in a form and read as a sentence, with a generated first rule", async ({
  site,
  operator,
}) => {
  await addGate(site, "North gate");
  await addGroup(site, "Contractors");
  await addSchedule(site, "Working hours");
  await operator.goto(rulesPage);
  await expect(
    operator.getByText("No rules yet: every valid identifier and reservation opens every gate"),
  ).toBeVisible();
  await expect(operator.getByText("The order of rules does not matter")).toBeVisible();

  const form = await openDialog(operator, "Add rule");
  await expect(form.getByText("Everyone may enter and exit at all gates, always.")).toBeVisible();
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(field(form, "Name")).toHaveAccessibleDescription("Required");
  await field(form, "Name").fill("Contractors by day");
  await choose(form, "Group", "Contractors");
  await control(form, "Direction").selectOption("Entry");
  await choose(form, "Gates", "North gate");
  await choose(form, "Schedule", "Working hours");
  const sentence = 'Contractors may enter at North gate during "Working hours".';
  await expect(form.getByText(sentence)).toBeVisible();
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(form.getByRole("alert")).toContainText(`Already allowed by “${firstRuleName}”.`);
  await form.getByRole("button", { name: "Save anyway", exact: true }).click();
  await expect(banner(operator, "Rule added")).toBeVisible();
  await expect(form).toBeHidden();

  await expect(ruleRow(operator, /Contractors by day/)).toContainText(sentence);
  await expect(ruleRow(operator, /Contractors by day/)).toContainText("Shadow");
  const first = ruleRow(operator, new RegExp(firstRuleName));
  await expect(first).toContainText("Everyone may enter and exit at all gates, always.");
  await expect(first).toContainText("Added with your first rule");
  await expect(first).toContainText("Enforced");

  const edit = await openRecord(operator, /Contractors by day/, "Edit rule");
  await control(edit, "Mode").selectOption("Off");
  await edit.getByRole("button", { name: "Save", exact: true }).click();
  await expect(edit).toBeHidden();
  await expect(ruleRow(operator, /Contractors by day/)).toContainText("Off");

  await first.click();
  await dialog(operator, "Edit rule").getByRole("button", { name: "Delete", exact: true }).click();
  await answerConfirmation(operator, firstRuleName, "Yes");
  await expect(first).toBeHidden();
});

test("RULE-2 AUD-2 an earlier version of a rule names what was deleted since", async ({ site, operator }) => {
  const schedule = await addSchedule(site, "Working hours");
  const body = { name: "By day", effect: "allow", mode: "shadow" } as const;
  const { id } = await site.call("POST /access/rules", { body: { ...body, scheduleId: schedule.id } });
  await site.call("PUT /access/rules/{id}", { params: { id }, body });
  await site.call("DELETE /access/schedules/{id}", { params: { id: schedule.id } });
  await operator.goto(`${rulesPage}?open=access_rules.${id}`);
  const form = dialog(operator, "Edit rule");
  await form.getByRole("button", { name: "History" }).click();
  await operator.getByRole("button", { name: "Load the values before this change" }).click();
  await expect(form.getByText('Everyone may enter and exit at all gates during "Deleted schedule".')).toBeVisible();
  const chosen = form.getByRole("combobox", { name: "Schedule", exact: true });
  await expect(chosen).toHaveValue("Deleted schedule");
  await expect(chosen).toHaveAccessibleDescription(/Was deleted/);
  await expect(form.getByRole("row", { name: "Schedule" }).getByRole("cell")).toHaveText(["–", "Deleted schedule"]);
  await form.getByRole("button", { name: "Clear Schedule" }).click();
  await expect(chosen).not.toHaveAccessibleDescription(/Was deleted/);
  await expect(form.getByText("Everyone may enter and exit at all gates, always.")).toBeVisible();
});

test("RULE-2 the list of rules and the form are accessible", async ({ site, operator }) => {
  test.slow();
  await addRules(site);
  await addArea(site, "Garage");
  await operator.goto(rulesPage);
  await expect(ruleRow(operator, /By day/)).toContainText("Contractors may enter");
  await expectAccessible(operator);
  await ruleRow(operator, /By day/).press("Enter");
  await expect(field(dialog(operator, "Edit rule"), "Name")).toBeVisible();
  await expectAccessible(operator, dialog(operator, "Edit rule"));
});
