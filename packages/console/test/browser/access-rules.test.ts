import { firstRule } from "@gatehouse/contract/entities/access/rule";
import type { Page } from "@gatehouse/e2e/browser-commands";
import { addGate } from "@gatehouse/e2e/hardware";
import {
  answerConfirmation,
  card,
  choose,
  control,
  dialog,
  field,
  heading,
  menu,
  openDialog,
  openRecord,
} from "@gatehouse/e2e/page-parts";
import { expect, signInAs, test } from "./console-test.ts";
import { type FakeSite, httpError, invalidFields } from "./fake-site.ts";

const rulesPage = "/access/rules";
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const operations = (page: Page) => page.getByRole("navigation", { name: "Operations", exact: true });
const ruleRow = (page: Page, name: string | RegExp) => card(page, "Rules").getByRole("button", { name });

const addGroup = ({ call }: FakeSite, name: string) => call("POST /access/groups", { body: { name } });
const addArea = ({ call }: FakeSite, name: string, parentId: number | null = null) =>
  call("POST /access/areas", { body: { name, parentId } });
const _addSchedule = ({ call }: FakeSite, name: string) =>
  call("POST /access/schedules", { body: { name, windows: [{ days: everyDay, from: "06:00", to: "18:00" }] } });

/** Two rules, and the generated one that accompanies them. */
async function addRules(site: FakeSite): Promise<void> {
  const { id: groupId } = await addGroup(site, "Contractors");
  await site.call("POST /access/rules", { body: firstRule });
  await site.call("POST /access/rules", { body: { name: "By day", effect: "allow", groupId, mode: "shadow" } });
  await site.call("POST /access/rules", { body: { name: "No entry", effect: "deny", groupId, mode: "off" } });
}

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

test("RULE-2 the operations are above the menu, which stays unchanged, and only with access control", async ({
  site,
  operator,
}) => {
  await operator.goto("/configurations");
  await expect(operations(operator).getByRole("link", { name: "Access rules", exact: true })).toBeVisible();
  await expect(menu(operator).getByRole("link", { name: "Access rules" })).toHaveCount(0);
  const [group, main] = [await operations(operator).boundingBox(), await menu(operator).boundingBox()];
  expect((group?.y ?? 0) + (group?.height ?? 0)).toBeLessThanOrEqual(main?.y ?? 0);
  await operations(operator).getByRole("link", { name: "Schedules", exact: true }).click();
  await expect(heading(operator, "Schedules")).toBeVisible();
  await site.switchOn("EPLD");
  site.publish();
  await expect(operations(operator).getByRole("link", { name: "Access rules", exact: true })).toBeHidden();
});

test("RULE-7 an override with an end in the past is reported before its confirmation", async ({ operator }) => {
  await operator.goto("/access/overrides");
  const panel = card(operator, "Site overrides");
  const [input, button] = [field(panel, "Reason"), panel.getByRole("button", { name: "Lockdown", exact: true })];
  const [beside, besideIt] = [await input.boundingBox(), await button.boundingBox()];
  expect([besideIt?.y, besideIt?.height]).toEqual([beside?.y, beside?.height]);
  await field(panel, "Reason").fill("Fire drill");
  await field(panel, "Ends at").fill("1 Jan 2020, 08:00");
  await panel.getByRole("button", { name: "Lockdown", exact: true }).click();
  await expect(field(panel, "Ends at")).toHaveAccessibleDescription(/Must be in the future/);
  await expect(panel.getByRole("alert")).toHaveCount(0);
  await expect(dialog(operator, "Please confirm")).toHaveCount(0);
});

test("RULE-4 RULE-5 RULE-6 an allow rule has factors, anti-passback and a quota, a deny rule has none", async ({
  site,
  operator,
}) => {
  await addGroup(site, "Residents");
  await addArea(site, "Deck 1");
  await operator.goto(`${rulesPage}?open=access_rules.new`);
  const form = dialog(operator, "Add rule");
  await field(form, "Name").fill("Residents on deck 1");
  await choose(form, "Group", "Residents");
  await choose(form, "Area", "Deck 1");
  await control(form, "Must be read").selectOption("Plate and tag");
  await control(form, "Anti-passback").selectOption("Hard: deny");
  await expect(control(form, "Mode")).toHaveAccessibleDescription(/^Shadow: /);
  await control(form, "Mode").selectOption("Enforced");
  await expect(control(form, "Mode")).toHaveAccessibleDescription("Enforced: the rule decides");
  await control(form, "Quota").fill("many");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(control(form, "Quota")).toHaveAccessibleDescription(/Must be/);
  await control(form, "Quota").fill("20");
  await expect(
    form.getByText(
      "Residents may enter and exit Deck 1 at all gates, always, if plate and tag are both read, unless already inside, with at most 20 of them inside Deck 1 at once, even if it is full.",
    ),
  ).toBeVisible();
  await control(form, "Effect").selectOption("Deny");
  await expect(control(form, "Must be read")).toHaveCount(0);
  await expect(control(form, "Anti-passback")).toHaveCount(0);
  await expect(control(form, "Quota")).toHaveCount(0);
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(ruleRow(operator, /Residents on deck 1/)).toContainText(
    "Residents may not enter Deck 1 at any gate, at any time.",
  );
});

test("RULE-2 rules are found by their words and by their mode, also by a link", async ({ site, operator }) => {
  await addRules(site);
  await operator.goto(rulesPage);
  await expect(card(operator, "Rules").getByRole("listitem")).toHaveCount(3);
  await operator.getByRole("searchbox", { name: "Search rules" }).fill("contractors may not");
  await expect(card(operator, "Rules").getByRole("listitem")).toHaveCount(1);
  await expect(ruleRow(operator, /No entry/)).toBeVisible();
  await operator.getByRole("button", { name: "Shadow", exact: true }).click();
  await expect(operator.getByText("No rule matches")).toBeVisible();
  await operator.goto(`${rulesPage}?filter=shadow`);
  await expect(ruleRow(operator, /By day/)).toBeVisible();
  await expect(card(operator, "Rules").getByRole("listitem")).toHaveCount(1);
});

test("RULE-2 groups and areas are managed on the page; areas can't be inside each other", async ({
  site,
  operator,
}) => {
  await operator.goto(rulesPage);
  const group = await openDialog(operator, "Add group");
  await field(group, "Name").fill("Residents");
  await group.getByRole("button", { name: "Add", exact: true }).click();
  await expect(card(operator, "Groups").getByRole("button", { name: "Residents", exact: true })).toBeVisible();

  const outer = await addArea(site, "Garage");
  await addArea(site, "Deck 1", outer.id);
  await expect(card(operator, "Areas").getByRole("button", { name: /Deck 1.*inside Garage/ })).toBeVisible();
  await card(operator, "Areas")
    .getByRole("button", { name: /^Garage/ })
    .click();
  const edit = dialog(operator, "Edit area");
  await choose(edit, "Inside area", "Deck 1");
  await control(edit, "Capacity").fill("0");
  site.respond("PUT /access/areas/{id}", () => {
    throw invalidFields([{ path: "parentId", message: "An area can't be inside itself" }]);
  });
  await edit.getByRole("button", { name: "Save", exact: true }).click();
  await expect(edit.getByText("An area can't be inside itself").first()).toBeVisible();
  site.restore("PUT /access/areas/{id}");
  await edit.getByRole("button", { name: "Clear Inside area" }).click();
  await edit.getByRole("button", { name: "Save", exact: true }).click();
  await expect(card(operator, "Areas").getByRole("button", { name: /Garage.*0 places/ })).toBeVisible();
});

test("RULE-2 a group in use is not deleted, and the rule that uses it is named", async ({ site, operator }) => {
  await addRules(site);
  const { id } = (await site.call("GET /access/rules", {})).find(({ name }) => name === "By day") ?? {};
  site.respond("DELETE /access/groups/{id}", () => {
    throw httpError("record/in-use", { dependents: [{ kind: "access_rules", id: id ?? 0, name: "By day" }] });
  });
  await operator.goto(rulesPage);
  await card(operator, "Groups").getByRole("button", { name: "Contractors", exact: true }).click();
  const edit = dialog(operator, "Edit group");
  await edit.getByRole("button", { name: "Delete", exact: true }).click();
  await answerConfirmation(operator, "Contractors", "Yes");
  await edit.getByRole("link", { name: "Rule By day" }).click();
  await expect(field(dialog(operator, "Edit rule"), "Name")).toHaveValue("By day");
});

test("RULE-2 a gate connects two areas", async ({ site, operator }) => {
  await addGate(site, "North gate");
  await addArea(site, "Garage");
  await operator.goto("/access-control/gates-and-actuators");
  const form = await openRecord(operator, /North gate/, "Gate");
  await choose(form, "To area", "Garage");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form).toBeHidden();
  await operator.goto(rulesPage);
  await expect(card(operator, "Areas").getByRole("button", { name: /Garage.*North gate/ })).toBeVisible();
});

test("RULE-2 a guard reads the rules but can't change them", async ({ site, page }) => {
  await addRules(site);
  signInAs(page, site, "gina", { role: "guard" });
  await page.goto(rulesPage);
  await expect(page.getByText("You can view this page but not change it.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Add/ })).toHaveCount(0);
  await ruleRow(page, /By day/).click();
  await expect(field(dialog(page, "Edit rule"), "Name")).toBeDisabled();
});
