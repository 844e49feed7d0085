import { addBuzzer } from "@gatehouse/e2e/hardware";
import { answerConfirmation, banner, card, control, fillIn, openDialog, openRecord } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";

const page = "/access-control/gates-and-actuators";
const horn = {
  UID: "9",
  Name: "Horn",
  Port: "5000",
  Driver: "modbus-relay",
  "Relay number": "3",
  "Serial number": "1",
  Timer: "2",
};

test.beforeEach(({ site }) => {
  site.unique("POST /buzzers", "uid", "Another buzzer has this uid", ({ additionalInfo, ...body }) => ({
    ...body,
    scope: "ac",
    additionalInfo: { type: "buzzer", ...(additionalInfo as object) },
  }));
  site.respond("POST /buzzers/{id}/test", () => ({ outcome: "unreachable", detail: "connect ECONNREFUSED" }));
  return site.switchOn("ANPR_ACCESS_CONTROL");
});

test("BUZZER-1 a buzzer is added, inactive by default, and deleted", async ({ site, operator }) => {
  await operator.goto(page);
  const form = await openDialog(operator, "Add buzzer");
  await expect(control(form, "Default status").getByRole("option")).toHaveText(["Inactive", "Active"]);
  await fillIn(form, horn);
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form).toBeHidden();
  const [stored] = await site.call("GET /buzzers", {});
  expect(stored).toMatchObject({ uid: "9", scope: "ac", additionalInfo: { type: "buzzer", ser: 1, tmr: 2, ind: 0 } });
  const edited = await openRecord(operator, /#9 Horn/, "Edit buzzer");
  await expect(control(edited, "UID")).toBeDisabled();
  await edited.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Horn", "Yes");
  await expect(banner(operator, "Deleted successfully")).toBeVisible();
  await expect(card(operator, "Buzzers")).toContainText("No buzzers yet");
});

test.describe("BUZZER-1 invalid values are marked at their fields", () => {
  const rules: readonly [label: string, value: string, message: string][] = [
    ["Serial number", "A1", "Must be a whole number"],
    ["Serial number", "0", "Must be at least 1"],
    ["Timer", "", "Required"],
    ["Timer", "0", "Must be at least 1"],
  ];
  for (const [label, value, message] of rules) {
    test(`BUZZER-1 ${label} "${value}": ${message}`, async ({ operator }) => {
      await operator.goto(page);
      const form = await openDialog(operator, "Add buzzer");
      await fillIn(form, { ...horn, [label]: value });
      await form.getByRole("button", { name: "Add" }).click();
      await expect(control(form, label)).toHaveAccessibleDescription(new RegExp(message));
      await expect(control(form, label)).toBeFocused();
    });
  }
});

test("BUZZER-1 failures show the buzzer's messages", async ({ site, operator }) => {
  const { id } = await addBuzzer(site, "9", "Horn");
  await operator.goto(page);
  const added = await openDialog(operator, "Add buzzer");
  await fillIn(added, horn);
  await added.getByRole("button", { name: "Add" }).click();
  await expect(added.getByRole("alert")).toContainText("Failed to add buzzer: ");
  await added.getByRole("button", { name: "Close" }).click();
  await answerConfirmation(operator, "You have unsaved changes. Close anyway?", "Yes");
  await operator.route(`**/api/buzzers/${id}*`, (route) => route.abort());
  const edited = await openRecord(operator, /#9 Horn/, "Edit buzzer");
  await edited.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Horn", "Yes");
  await expect(edited.getByRole("alert")).toHaveText("Failed to delete buzzer");
});

test("BUZZER-1 a test sound reports an unreachable board", async ({ site, operator }) => {
  await addBuzzer(site, "9", "Horn");
  await operator.goto(page);
  const form = await openRecord(operator, /#9 Horn/, "Edit buzzer");
  await form.getByRole("button", { name: "Test sound" }).click();
  await expect(form.getByRole("status")).toHaveText(/^Unreachable: /);
});
