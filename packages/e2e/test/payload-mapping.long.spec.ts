import { expectAccessible } from "../src/axe.ts";
import { expect, test } from "../src/device-test.ts";
import { addPushingDevice } from "../src/events.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { answerConfirmation, banner, card, dialog } from "../src/page-parts.ts";

test("FEED-3 a payload without a built-in format is mapped by clicking its values", async ({
  site,
  operator,
  request,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Yard camera");
  const { secret } = await site.call("GET /ai-devices/{id}/ingest", { params: { id: device.id } });
  const push = async (no: string, seenAt: string) =>
    (
      await request.post(`/api/ingest/${device.id}`, {
        headers: { authorization: `Bearer ${secret}` },
        data: { unit: "North", reads: [{ car: { no }, seenAt, heading: "inwards", sure: 91 }] },
      })
    ).status();
  expect(await push("KA01AB1234", "2026-11-15T08:00:00Z")).toBe(400);
  await operator.goto(`/access-control/anpr-settings?open=ai_devices.${device.id}`);
  await waitForLiveUpdates(operator);
  const pushing = card(operator, "Event push");
  await expect(pushing.getByRole("status")).toContainText("Not understood");
  await pushing.getByRole("button", { name: "Custom format" }).click();
  const sheet = dialog(operator, "Custom format");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet.getByText("Assign the plate or the tag")).toHaveCount(2);
  await sheet.getByRole("button", { name: /no: KA01AB1234/ }).click();
  await expect(sheet.getByRole("radio", { name: "Time" })).toBeChecked();
  await sheet.getByRole("button", { name: /seenAt: / }).click();
  await sheet.getByRole("button", { name: /heading: inwards/ }).click();
  await sheet.getByRole("button", { name: '"inwards" means entry' }).click();
  await sheet.getByRole("button", { name: /unit: North/ }).click();
  await sheet.getByRole("button", { name: /sure: 91/ }).click();
  await expect(sheet.getByText("This is not a number of the selected unit.")).toBeVisible();
  await sheet.getByLabel("Unit of confidence").selectOption("0 to 100");
  const preview = sheet.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Camera North");
  await expect(preview).toContainText("91 % sure");
  await expect(preview).toContainText("Entry");
  await expect(sheet.getByRole("switch", { name: "Each entry of reads is an event" })).toBeChecked();
  await expectAccessible(operator, sheet);
  await sheet.getByLabel("Name").fill("Yard box");
  await operator.keyboard.press("Control+k");
  await operator.keyboard.type("Global Conf");
  await operator.getByRole("option", { name: /Global Configurations/ }).click();
  await answerConfirmation(operator, "You have unsaved changes. Leave anyway?", "No");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Format saved")).toBeVisible();
  await expect.poll(() => push("KA01AB1235", new Date().toISOString())).toBe(200);
  await expect(pushing.getByRole("status")).toContainText('Understood as Custom format "Yard box"');
});

test("FEED-3 a format is exported, imported, loaded from an earlier version, and removed", async ({
  site,
  operator,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Yard camera");
  const mapping = {
    name: "Yard box",
    list: null,
    fields: { plate: { path: ["json", "no"] }, time: { path: ["json", "t"], format: "automatic" as const } },
  };
  await site.call("PUT /ai-devices/{id}/payload-mapping", { params: { id: device.id }, body: mapping });
  await operator.goto(`/access-control/anpr-settings?open=ai_devices.${device.id}`);
  await card(operator, "Event push").getByRole("button", { name: "Custom format" }).click();
  const sheet = dialog(operator, "Custom format");
  await expect(sheet.getByText("Nothing received yet")).toBeVisible();
  const [file] = await Promise.all([
    operator.waitForEvent("download"),
    sheet.getByRole("button", { name: "Export" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("Yard-box.json");
  await sheet.getByLabel("Name").fill("Changed");
  const input = sheet.getByLabel("File of an exported format");
  await input.setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from('{"format":"x"}') });
  await expect(banner(operator, "This file is not an exported format")).toBeVisible();
  await input.setInputFiles(await file.path());
  await expect(sheet.getByLabel("Name")).toHaveValue("Yard box");
  await sheet.getByLabel("Name").fill("Second");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet).toBeHidden();
  await card(operator, "Event push").getByRole("button", { name: "Custom format" }).click();
  await sheet.getByText("2 versions").click();
  await sheet.getByRole("button", { name: "Load version 1" }).click();
  await expect(sheet.getByLabel("Name")).toHaveValue("Yard box");
  await sheet.getByRole("button", { name: "Remove format" }).click();
  await operator.getByRole("button", { name: "Yes" }).click();
  await expect(banner(operator, "Format removed")).toBeVisible();
  const state = await site.call("GET /ai-devices/{id}/payload-mapping", { params: { id: device.id } });
  expect(state).toMatchObject({ version: 3, mapping: null });
});
