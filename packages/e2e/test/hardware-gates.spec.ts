import { addBarrier, addBuzzer, addGate, addGrid, addIndicator, addReader } from "../src/hardware.ts";
import {
  answerConfirmation,
  banner,
  card,
  choose,
  control,
  dialog,
  openDialog,
  openRecord,
} from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

const page = "/access-control/gates-and-actuators";

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL", "RFID_ACCESS_CONTROL"));

test("GATE-1 a gate is assigned hardware of every kind, and its row shows it", async ({ site, operator }) => {
  await addReader(site, "Entry reader", "N");
  await addBarrier(site, "1", "North boom");
  await addBuzzer(site, "2", "Horn");
  await addGrid(site);
  await addIndicator(site, "12", "Lamp");
  await site.seed.device({
    module: "ANPR_ACCESS_CONTROL",
    ip: "127.0.0.1",
    apiPort: 9,
    isHealthy: true,
    cameras: ["Entry camera"],
  });
  await operator.goto(page);
  const form = await openDialog(operator, "Add gate");
  await control(form, "Name").fill("Main entry");
  await control(form, "Type").selectOption("Entry");
  await choose(form, "Reader", "Entry reader");
  await choose(form, "Camera", "Entry camera");
  await choose(form, "Boom barrier", "#1 North boom");
  await choose(form, "Buzzer", "#2 Horn");
  await choose(form, "Displays", "#11 Entry sign");
  await operator.getByRole("option", { name: "#12 Lamp" }).click();
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form).toBeHidden();
  await expect(banner(operator, "Added successfully.")).toBeVisible();
  const row = card(operator, "Gates").getByRole("button", { name: /^Main entry/ });
  await expect(row).toContainText("Entry");
  for (const noun of ["Reader", "Camera", "Boom barrier", "Buzzer", "Grid", "Indicator"])
    await expect(row.getByRole("img", { name: noun, exact: true })).toBeVisible();
  await expect(row).toContainText(/Entry reader.*Entry camera.*North boom.*Horn.*Entry sign.*Lamp/);
  await card(operator, "Gates").getByRole("button", { name: "Open Main entry" }).click();
  await expect(control(dialog(operator, "Open Main entry"), "Reason")).toBeFocused();
});

test("GATE-3 a dialog opened after the deletion is not closed", async ({ site, operator }) => {
  await operator.clock.install();
  await addGate(site, "Main entry");
  await operator.goto(page);
  const form = await openRecord(operator, /^Main entry/, "Gate");
  await form.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Main entry", "Yes");
  await expect(form.getByRole("status")).toBeVisible();
  await operator.keyboard.press("Escape");
  await expect(form).toBeHidden();
  const next = await openDialog(operator, "Add gate");
  await control(next, "Name").fill("Second");
  await operator.clock.runFor(3000);
  await expect(control(next, "Name")).toHaveValue("Second");
});
