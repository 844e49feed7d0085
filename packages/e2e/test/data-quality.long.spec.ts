import { assertFound } from "@gatehouse/contract/assert-found";
import { expectAccessible } from "../src/axe.ts";
import { addPushingDevice, eventRow } from "../src/events.ts";
import { addGate } from "../src/hardware.ts";
import { addIdentifier, identifiersPage } from "../src/identifiers.ts";
import { banner, card, control, dialog, field } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

const events = "/access-control/events?tab=received";
/** The server saves what it measured every few seconds. */
const savedWithin = { timeout: 20_000 };

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

test("RULE-10 a pair of look-alike plates can require a confident read, by keyboard", async ({ site, operator }) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  await addGate(site, "Main entry", { cameraId: device.cameraId });
  await operator.goto(identifiersPage);
  const open = operator.getByRole("button", { name: "Data quality", exact: true });
  await open.press("Enter");
  const sheet = dialog(operator, "Look-alike plates");
  await expect(sheet.getByText("No look-alike plates", { exact: true })).toBeVisible();
  await operator.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(open).toBeFocused();

  await addIdentifier(site, "KA01AB1000", { ownerName: "Asha Rao" });
  await addIdentifier(site, "KA01A81000");
  await operator.reload();
  await open.press("Enter");
  const pair = sheet.getByRole("row").filter({ hasText: "Asha Rao" });
  await expect(pair).toContainText("Never read");
  const required = control(pair, "Required for KA01A81000 and KA01AB1000");
  await required.focus();
  await required.selectOption("Confident read");
  await expect(banner(operator, "Requirement saved")).toBeVisible();
  await expect(required).toHaveValue("exact-read");
  await expectAccessible(operator);

  await device.push({ type: "plate", plate: "KA01AB1000", confidence: 0.62 });
  await operator.goto(events);
  await expect(eventRow(operator, "Entry camera")).toContainText("Looks like KA01A81000");
});

test("RULE-10 an event suggests the plate that was misread, with the reason, and can be corrected", async ({
  site,
  operator,
}) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  await addGate(site, "Main entry", { cameraId: device.cameraId });
  await addIdentifier(site, "KA 01 AB 1234");
  await device.push({ type: "plate", plate: "KA01A81234" });
  await operator.goto(events);
  await operator.getByRole("button", { name: "Why? KA01A81234" }).click();
  const why = dialog(operator, "Why?");
  await expect(why.getByRole("status")).toContainText("Denied");
  const suggestion = why.getByRole("list", { name: "Suggestions" }).getByRole("listitem");
  await expect(suggestion).toContainText("Probably KA 01 AB 1234, misread");
  await expect(suggestion).toContainText("8 and B look alike");
  await why.getByRole("button", { name: "Correct plate", exact: true }).click();
  const form = why.getByRole("form", { name: "Correct plate" });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(field(form, "Actual plate")).toHaveAccessibleDescription(/Required/);
  await field(form, "Actual plate").fill("KA-01-A8-1234");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(field(form, "Actual plate")).toHaveAccessibleDescription(/This is the plate that was read/);
  await expect(banner(operator, "This is the plate that was read")).toHaveCount(0);
  await expectAccessible(operator);
  await form.getByRole("button", { name: "Cancel" }).click();
  await why.getByRole("button", { name: "Correct to KA 01 AB 1234" }).click();
  await expect(why.getByText("Corrected to")).toContainText("by admin");
  await expect(suggestion).toHaveCount(0);
  // The read and its decision stay.
  await expect(why.getByRole("status")).toContainText("Denied");
  await expect(eventRow(operator, "Entry camera")).toContainText("Plate not registered");
  await operator.keyboard.press("Escape");

  await device.push({ type: "plate", plate: "KA02CD808O" });
  const { data } = await site.call("GET /events/{module}", { params: { module: "anpr-ac" }, query: {} });
  const params = { module: "anpr-ac", id: assertFound(data[0], "no event").id };
  const body = { plate: "KA02CD8080", reason: "Misread plate", remember: true };
  await site.call("POST /events/{module}/{id}/correct", { params, body });
  await operator.getByRole("button", { name: "Why? KA02CD808O" }).click();
  await expect(why.getByText("The camera remembers this misread.")).toBeVisible();
  await why.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(why.getByText("The camera remembers this misread.")).toHaveCount(0);
  await expect(why.getByText("Corrected to")).toContainText("by admin");
});

test("RULE-10 the page of a device shows its clock drift and read quality, and the header a wrong clock", async ({
  site,
  operator,
}) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Yard camera");
  await operator.goto(`/access-control/anpr-settings?open=ai_devices.${device.id}`);
  const quality = card(operator, "Data quality");
  await expect(quality).toContainText("Clock: not measured yet");
  await expect(quality).toContainText("No plate reads in the last 24 hours.");
  const at = new Date(Date.now() - 15_000).toISOString();
  const reads = Array.from({ length: 10 }, (_, number) => ({
    type: "plate",
    plate: `KA${number}`,
    at,
    confidence: 0.5,
  }));
  await device.push(...reads);
  await expect(quality.getByText(/Clock: \d+\.\d s behind/)).toBeVisible(savedWithin);
  await expect(quality).toContainText("median of 10 events");
  const table = quality.getByRole("table", { name: "Reads of Yard camera by the hour" });
  await expect(table.getByRole("row").filter({ hasText: "24 hours" })).toContainText("100%");
  await expect(table.getByRole("row")).toHaveCount(2);
  await quality.getByRole("button", { name: "Show hours of Yard camera" }).press("Enter");
  // The reads may be from two hours.
  await expect(table.getByRole("row").filter({ hasNotText: "24 hours" }).nth(1)).toContainText("100%");
  await expect(operator.getByRole("list", { name: "Unhealthy" })).toContainText("Clock of 127.0.0.1:9");
  // The focused button is further down; the header must not cover what axe measures.
  await operator.evaluate(() => scrollTo(0, 0));
  await expectAccessible(operator);
});
