import { readFileSync } from "node:fs";
import { expectAccessible } from "../src/axe.ts";
import { addPushingDevice } from "../src/events.ts";
import { addGate } from "../src/hardware.ts";
import { addIdentifier } from "../src/identifiers.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { banner, card, dialog, field } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

/** The first bytes of a ZIP file. */
const zipMark = "PK";

test("PRIV-1..4 the page sets retention, previews the clean-up, holds a plate, exports and erases it", async ({
  site,
  operator,
}) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  await addGate(site, "Main entry", { cameraId: device.cameraId });
  await addIdentifier(site, "KA05PR1001");
  await device.push({ type: "plate", plate: "KA05PR1001" });
  await operator.goto("/settings");
  await operator.getByRole("link", { name: "Privacy settings" }).click();

  await test.step("PRIV-1 a maximum below the minimum is marked at its field", async () => {
    const pictures = card(operator, "Retention").getByRole("group", { name: "Pictures", exact: true });
    await field(pictures, "At least").fill("60");
    await card(operator, "Retention").getByRole("button", { name: "Save" }).click();
    await expect(pictures.getByText("Must be at least the minimum of 60 days")).toBeVisible();
    await expect(field(pictures, "At most")).toBeFocused();
    await field(pictures, "At most").fill("90");
    await card(operator, "Retention").getByRole("button", { name: "Save" }).click();
    await expect(banner(operator, "Retention saved")).toBeVisible();
    await expect(card(operator, "Next clean-ups").getByText("1 event", { exact: false }).first()).toBeVisible();
    await expectAccessible(operator);
  });

  const requests = card(operator, "Requests about one plate");
  await test.step("PRIV-2, PRIV-4 a held plate can be exported, but not erased", async () => {
    await operator.getByRole("button", { name: "Add legal hold", exact: true }).first().click();
    const form = dialog(operator, "Add legal hold");
    await field(form, "Plate").fill("KA 05 PR 1001");
    await field(form, "Reason").fill("Court order 12");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(operator.getByRole("table", { name: "Legal holds" }).getByText("Court order 12")).toBeVisible();
    await field(requests, "Plate").fill("ka05pr1001");
    await requests.getByRole("button", { name: "Look up" }).click();
    await expect(requests.getByRole("note")).toContainText("A legal hold covers this plate: Court order 12");
    await expect(requests.getByRole("button", { name: "Erase" })).toBeDisabled();
    const download = operator.waitForEvent("download");
    await requests.getByRole("button", { name: "Export" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("plate-KA05PR1001.zip");
    expect(readFileSync(await file.path()).toString("latin1", 0, 2)).toBe(zipMark);
  });

  await test.step("PRIV-4 after the hold it is erased, once its plate was typed", async () => {
    const [hold] = await site.call("GET /legal-holds", {});
    await site.call("DELETE /legal-holds/{id}", { params: { id: hold?.id ?? 0 } });
    await expect(operator.getByText("No legal holds", { exact: true })).toBeVisible();
    await requests.getByRole("button", { name: "Look up" }).click();
    await expect(requests.getByRole("note")).toBeHidden();
    await requests.getByRole("button", { name: "Erase" }).click();
    const question = operator.getByRole("dialog").filter({ hasText: "Erase KA05PR1001?" });
    await question.getByRole("textbox").fill("KA05PR1001");
    await question.getByRole("textbox").press("Enter");
    await expect(banner(operator, "Plate erased")).toBeVisible();
    await requests.getByRole("button", { name: "Look up" }).click();
    await expect(requests.getByText("Audit trail", { exact: true })).toBeVisible();
    await expect(requests.getByText("Events", { exact: true })).toBeHidden();
  });
});

test("REP-7 Why? exports the signed evidence package of an event", async ({ site, operator }) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  await addGate(site, "Main entry", { cameraId: device.cameraId });
  await addIdentifier(site, "KA05EV1001");
  await device.push({ type: "plate", plate: "KA05EV1001" });
  await operator.goto("/access-control/events");
  await operator.getByRole("button", { name: "Why? KA05EV1001" }).click();
  const download = operator.waitForEvent("download");
  await dialog(operator, "Why?").getByRole("button", { name: "Export evidence" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^evidence-anpr-ac-\d+\.zip$/);
  const bytes = readFileSync(await file.path()).toString("latin1");
  expect(bytes.slice(0, 2)).toBe(zipMark);
  expect(bytes).toContain("manifest.sig");
});

test("PRIV-1 a change of retention keeps that of a colleague, and is not lost by leaving", async ({
  site,
  operator,
}) => {
  const stored = () => site.call("GET /privacy/retention", {});
  await operator.goto("/settings/privacy");
  await waitForLiveUpdates(operator);
  const ofClass = (name: string) => card(operator, "Retention").getByRole("group", { name, exact: true });
  const pictures = field(ofClass("Pictures"), "At most");
  await pictures.fill("20");
  const before = await stored();
  await site.call("PUT /privacy/retention", { body: { ...before, events: { ...before.events, maxDays: 300 } } });
  await expect(field(ofClass("Events"), "At most")).toHaveValue("300");
  await expect(pictures).toHaveValue("20");

  await operator.getByRole("link", { name: "Settings", exact: true }).first().click();
  const asked = dialog(operator, "Please confirm");
  await expect(asked).toContainText("You have unsaved changes");
  await asked.getByRole("button", { name: "No" }).click();

  await card(operator, "Retention").getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Retention saved")).toBeVisible();
  expect(await stored()).toMatchObject({ events: { maxDays: 300 }, pictures: { maxDays: 20 } });
});
