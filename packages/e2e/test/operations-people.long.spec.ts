import type { Page } from "@playwright/test";
import { addRule, addSchedule, denyPlate, operationsPages as paths, recordRow, tableRow } from "../src/access.ts";
import { addGate } from "../src/hardware.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { card, control, dialog, field } from "../src/page-parts.ts";
import { signInAs } from "../src/people.ts";
import { expect, test } from "../src/test.ts";

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

test("RULE-2 RULE-3 RULE-4 a colleague sees changes of rules, schedules, lists and presence at once", async ({
  site,
  colleague,
}) => {
  const watch = async (path: string) => {
    await colleague.goto(path);
    await waitForLiveUpdates(colleague);
  };
  await watch(paths.rules);
  const rule = await addRule(site, "By day");
  await expect(recordRow(colleague, "Rules", /By day/)).toBeVisible();
  await site.call("DELETE /access/rules/{id}", { params: { id: rule.id } });
  await expect(recordRow(colleague, "Rules", /By day/)).toHaveCount(0);
  await watch(paths.schedules);
  await addSchedule(site, "Working hours");
  await expect(recordRow(colleague, "Schedules", /Working hours/)).toBeVisible();
  await watch(paths.lists);
  await denyPlate(site, "KA01AB1234");
  await expect(tableRow(colleague, "Deny list", "KA01AB1234")).toBeVisible();
  await watch(paths.presence);
  const area = await site.call("POST /access/areas", { body: { name: "Deck", capacity: 1 } });
  await site.call("POST /access/presence", { body: { vehicle: "KA01AB1234", areaId: area.id } });
  await expect(tableRow(colleague, "Vehicles inside", "KA01AB1234")).toContainText("Deck");
  await expect(colleague.getByRole("list", { name: "Areas" })).toContainText("1 of 1 full");
});

test("RULE-2 of two people who edit one rule, the second one sees what the first one saved", async ({
  site,
  operator,
  colleague,
}) => {
  await addRule(site, "By day");
  const edit = async (page: Page) => {
    await page.goto(paths.rules);
    await recordRow(page, "Rules", /By day/).click();
    return dialog(page, "Edit rule");
  };
  const [first, second] = [await edit(colleague), await edit(operator)];
  await control(second, "Mode").selectOption("Off");
  await control(first, "Direction").selectOption("Entry");
  await first.getByRole("button", { name: "Save", exact: true }).click();
  await first.getByRole("button", { name: "Save anyway", exact: true }).click();
  await expect(first).toBeHidden();
  await second.getByRole("button", { name: "Save", exact: true }).click();
  const conflict = second.getByRole("alert").filter({ hasText: "Changed in another tab or by someone else" });
  await expect(conflict.getByRole("row", { name: /^Direction/ })).toContainText("Entry");
  await expect(conflict.getByRole("row", { name: /^Mode/ })).toContainText("Off");
  await conflict.getByRole("button", { name: "Reload", exact: true }).click();
  await expect(control(second, "Direction")).toHaveValue("N");
  await control(second, "Mode").selectOption("Off");
  await second.getByRole("button", { name: "Save", exact: true }).click();
  await expect(recordRow(operator, "Rules", /By day/)).toContainText(/Everyone may enter at all gates, always\..*Off/);
});

test("RULE-2 ROLE-5 a viewer sees the pages of the operations without controls to change them", async ({
  site,
  page,
}) => {
  await addRule(site, "By day");
  await addSchedule(site, "Working hours");
  await denyPlate(site, "KA01AB1234");
  const area = await site.call("POST /access/areas", { body: { name: "Deck" } });
  await site.call("POST /access/presence", { body: { vehicle: "KA01AB1234", areaId: area.id } });
  await signInAs(page, site, "vera", { role: "viewer" });
  const edits = page
    .getByRole("main")
    .getByRole("button", { name: /^(Add|Mark|Forgive |Remove |Lockdown|Restore|Save)/ });
  await page.goto(paths.rules);
  await expect(recordRow(page, "Rules", /By day/)).toBeVisible();
  await expect(edits).toHaveCount(0);
  await page.goto(paths.schedules);
  await recordRow(page, "Schedules", /Working hours/).click();
  const schedule = dialog(page, "Edit schedule");
  await expect(field(schedule, "Name")).toBeDisabled();
  await expect(schedule.getByRole("button", { name: "Add window", exact: true })).toBeDisabled();
  await expect(schedule.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  await page.goto(paths.lists);
  await tableRow(page, "Deny list", "KA01AB1234").getByRole("button").click();
  await expect(field(dialog(page, "Deny entry"), "Reason")).toBeDisabled();
  await page.goto(paths.presence);
  await expect(tableRow(page, "Vehicles inside", "KA01AB1234")).toBeVisible();
  await page.goto(paths.overrides);
  await expect(card(page, "Site overrides")).toContainText("No override of the site is active.");
  await expect(edits).toHaveCount(0);
});

test("RULE-2 ROLE-3 a guard who is limited to a gate sees its rules and who is inside its areas", async ({
  site,
  page,
}) => {
  const [deck, yard] = [
    await site.call("POST /access/areas", { body: { name: "Deck" } }),
    await site.call("POST /access/areas", { body: { name: "Yard" } }),
  ];
  const north = await addGate(site, "North gate", { toAreaId: deck.id });
  const south = await addGate(site, "South gate", { toAreaId: yard.id });
  await addRule(site, "North only", { gateIds: [north.id] });
  await addRule(site, "South only", { gateIds: [south.id] });
  await denyPlate(site, "KA01AB1234");
  for (const [vehicle, areaId] of [
    ["NORTH1", deck.id],
    ["SOUTH1", yard.id],
  ] as const) {
    await site.call("POST /access/presence", { body: { vehicle, areaId } });
  }
  await signInAs(page, site, "gina", { role: "guard", gateIds: [north.id] });
  await page.goto(paths.rules);
  await expect(recordRow(page, "Rules", /North only/)).toContainText(
    "Everyone may enter and exit at North gate, always.",
  );
  await expect(recordRow(page, "Rules", /South only/)).toHaveCount(0);
  await expect(card(page, "Versions")).toHaveCount(0);
  await page.goto(paths.lists);
  await expect(tableRow(page, "Deny list", "KA01AB1234")).toBeVisible();
  await page.goto(paths.presence);
  await expect(tableRow(page, "Vehicles inside", "NORTH1")).toContainText("Deck");
  await expect(tableRow(page, "Vehicles inside", "SOUTH1")).toHaveCount(0);
});
