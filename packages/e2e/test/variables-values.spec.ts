import { addReader } from "../src/hardware.ts";
import { answerConfirmation, banner, control, fillIn } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";
import { addConstant, addDynamic, correctVariable, drawer, findVariable, variablePages } from "../src/variables.ts";

const rfid = variablePages["rfid-ac"];

test.beforeEach(({ site }) => site.switchOn("EPLD", "CAMERA_COUNTING", "RFID_ACCESS_CONTROL", "LOOP_DETECTOR"));

test("VAR-8 a value shows its events and corrections, and can be corrected", async ({ site, operator }) => {
  await addReader(site, "Main", "N");
  const entries = await findVariable(site, "rfid-ac", "Main Entry");
  const capacity = await addConstant(site, "rfid-ac", "Capacity", 100);
  await addDynamic(site, "rfid-ac", "Free", [capacity, ["-", entries]]);
  await correctVariable(site, entries, 3, "Counted at the gate");
  await operator.goto(rfid);
  await operator.getByRole("button", { name: "97: what is behind Free" }).click();
  const behind = drawer(operator);
  await expect(behind.getByRole("definition")).toHaveText(["100", "0", "−3", "97"]);
  const movements = behind.getByRole("region", { name: "Events and corrections" }).getByRole("listitem");
  await expect(movements).toHaveText(/CorrectionMain Entryadmin: Counted at the gate−3just now/);
  await behind.getByRole("button", { name: "Correct value" }).click();
  const form = behind.getByRole("form", { name: "Correct value" });
  await form.getByRole("button", { name: "Correct", exact: true }).click();
  await expect(control(form, "Counted value")).toHaveAccessibleDescription(/Required/);
  await expect(control(form, "Reason")).toHaveAccessibleDescription("Enter a reason");
  await fillIn(form, { "Counted value": "95", Reason: "Two cars without a tag" });
  await expect(control(form, "Counted value")).toHaveAccessibleDescription("Now 97: a correction of −2");
  await operator.keyboard.press("Escape");
  await answerConfirmation(operator, "You have unsaved changes. Close anyway?", "No");
  await operator.goBack();
  await answerConfirmation(operator, "You have unsaved changes. Leave anyway?", "No");
  await form.getByRole("button", { name: "Correct", exact: true }).click();
  await expect(banner(operator, "Value corrected")).toBeVisible();
  await expect(movements.first()).toContainText("admin: Two cars without a tag−2");
  await expect(behind.getByRole("definition")).toHaveText(["100", "0", "−5", "95"]);
  await correctVariable(site, entries, 120, "Counted again");
  await expect(behind.getByText(/^Below zero: vehicles were missed or counted twice/)).toBeVisible();
});
