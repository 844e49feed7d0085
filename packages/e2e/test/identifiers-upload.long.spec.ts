import { readFile } from "node:fs/promises";
import { identifierFiles } from "@gatehouse/contract/entities/identifier/identifier-csv";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../src/axe.ts";
import { addIdentifier, chooseRadio, identifierRow, identifiersPage } from "../src/identifiers.ts";
import { answerConfirmation, dialog, openDialog } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

const uploadPage = `${identifiersPage}?open=identifiers.new-upload`;
const checked = "**/api/ac/upload-lps?*dryRun=true*";
const stored = "**/api/ac/upload-lps?*dryRun=false*";

/** Opens the upload; returns its dialog. */
async function openUpload(page: Page): Promise<Locator> {
  await page.goto(uploadPage);
  return dialog(page, "Import CSV");
}

const chooseFile = (form: Locator, text: string, name = "residents.csv") =>
  form
    .getByLabel("Drop a CSV file here or choose one")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

const counts = (form: Locator) => form.getByRole("definition");

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

test("ID-4 each kind of file has a sample, which can be imported", async ({ site, operator }) => {
  await operator.goto(identifiersPage);
  await addIdentifier(site, "KA 1");
  await expect(identifierRow(operator, "KA1")).toBeVisible();
  const adding = await openDialog(operator, "Add Identifier");
  await adding.getByRole("tab", { name: "Upload CSV file" }).click();
  const form = dialog(operator, "Import CSV");
  const plates = operator.waitForEvent("download");
  await form.getByRole("link", { name: "Sample CSV: License plate" }).click();
  const sample = await readFile(await (await plates).path(), "utf8");
  expect(sample).toBe(identifierFiles.LICENSE_PLATE.sample);
  const tags = operator.waitForEvent("download");
  await form.getByRole("link", { name: "Sample CSV: RFID" }).click();
  expect(await readFile(await (await tags).path(), "utf8")).toBe(identifierFiles.RFID.sample);
  await chooseFile(form, sample);
  await expect(counts(form)).toHaveText(["2", "0", "0", "0"]);
});

test("ID-4 a file is checked, then imported as a whole and listed", async ({ site, operator }) => {
  await addIdentifier(site, "MH 12 AB 1234", { ownerName: "Asha Rao" });
  await addIdentifier(site, "MH 12 AB 1235");
  const form = await openUpload(operator);
  await expect(form.getByLabel("Drop a CSV file here or choose one")).toBeFocused();
  const lines = [
    "Vehicle Type;LP;owner_name",
    "CAR;mh-12-ab-1234;Meera Iyer",
    "CAR;MH 12 AB 1235;",
    "2W;KA 05 MN 0042;",
  ];
  await chooseFile(form, `\uFEFF${lines.join("\r\n")}\r\n`);
  await expect(counts(form)).toHaveText(["1", "1", "1", "0"]);
  await expect(form.getByRole("combobox", { name: "owner_name" })).toHaveValue("ownerName");
  await expect(form.getByRole("combobox", { name: "LP" })).toHaveAccessibleDescription("mh-12-ab-1234");
  await form.getByRole("button", { name: "Import 2 identifiers" }).click();
  await expect(form.getByRole("status").filter({ hasText: "1 added, 1 updated" })).toBeVisible();
  await expect(form.getByRole("button", { name: "Done" })).toBeFocused();
  await operator.keyboard.press("Enter");
  await expect(form).toBeHidden();
  await expect(identifierRow(operator, "MH12AB1234")).toContainText("Meera Iyer");
  await expect(identifierRow(operator, "KA05MN0042")).toContainText("Two-wheeler");
  await expect(operator.getByText("3 identifiers")).toBeVisible();
});

test("ID-4 good lines are imported, and faulty ones are downloaded with their reasons", async ({ site, operator }) => {
  await operator.goto(identifiersPage);
  await operator.getByRole("button", { name: "Import CSV" }).first().click();
  const form = dialog(operator, "Import CSV");
  await test.step("any column can be mapped", async () => {
    await chooseFile(form, "Kennzeichen,type,Colour,Note\nMH 12 AB 1234,Car,red,\n");
    await expect(form.getByRole("alert")).toContainText('"Colour" is not a known column');
    await expect(form.getByRole("button", { name: /^Import/ })).toHaveCount(0);
    const plate = form.getByRole("combobox", { name: "Kennzeichen" });
    await plate.focus();
    await plate.selectOption("License plate");
    await expect(form.getByRole("alert")).not.toContainText("Kennzeichen");
    await expect(plate).toBeFocused();
    await form.getByRole("button", { name: "Ignore 2 unknown columns" }).click();
    await expect(counts(form)).toHaveText(["1", "0", "0", "0"]);
    await form.getByRole("button", { name: "Choose another" }).click();
  });
  const good = Array.from({ length: 250 }, (_, number) => `KA 05 MN ${1000 + number},car,`);
  const bad = Array.from({ length: 230 }, (_, number) => `KA 06 MN ${1000 + number},SPACESHIP,nobody`);
  await chooseFile(form, ["plate,type,email", ...good, ...bad].join("\n"));
  await expect(counts(form)).toHaveText(["250", "0", "0", "230"]);
  const errors = form.getByRole("region", { name: "Reasons" }).getByRole("row");
  await expect(errors).toHaveCount(201);
  await expect(errors.nth(1)).toContainText("252");
  await expect(errors.nth(1)).toContainText("Invalid vehicle type. Accepted: Car (CAR)");
  await expect(errors.nth(1)).toContainText("Must be a valid email");
  await expect(form.getByText("Showing the first 200. The download has all 230.")).toBeVisible();
  const saved = operator.waitForEvent("download");
  await form.getByRole("button", { name: "Import 250 identifiers" }).click();
  await expect(form.getByRole("status").filter({ hasText: "250 added, 0 updated" })).toBeVisible();
  const file = await saved;
  expect(file.suggestedFilename()).toBe("residents-faulty.csv");
  const text = await readFile(await file.path(), "utf8");
  expect(text.trim().split(/\r?\n/)).toHaveLength(231);
  expect(text).toContain("Invalid vehicle type");
  await expect(form.getByText("230 faulty lines were not imported. See residents-faulty.csv")).toBeVisible();
  const { total } = await site.call("GET /ac/ids", { query: { scope: "ADMIN" } });
  expect(total).toBe(250);
  await form.getByRole("button", { name: "Upload another file" }).click();
  await chooseFile(form, text.replaceAll("SPACESHIP,nobody", "Truck,"));
  await expect(counts(form)).toHaveText(["230", "0", "0", "0"]);
});

test("ID-4 changing the date format checks the file again", async ({ site, operator }) => {
  await site.configure("timeZone", "Asia/Kolkata");
  const form = await openUpload(operator);
  await chooseRadio(form, "Content", "RFID tags");
  await chooseFile(form, "rfid,lp,vehicleType,validFrom\nE200 3412,MH 12 AB 1234,FORKLIFT,03/04/2026 12:00\n");
  await expect(counts(form)).toHaveText(["0", "0", "0", "1"]);
  await chooseRadio(form, "Dates", "Day first: 31/12/2026");
  await expect(counts(form)).toHaveText(["1", "0", "0", "0"]);
  await form.getByRole("button", { name: "Import 1 identifier" }).click();
  await form.getByRole("button", { name: "Done" }).click();
  await expect(identifierRow(operator, "E2003412")).toContainText("3 Apr 2026, 12:00");
});

const messagesFile = "**/assets/messages-*.js";

test("ID-5 a failure waits for its message, if that is still loading", async ({ operator }) => {
  let load = () => {};
  const loading = new Promise<void>((resolve) => {
    load = resolve;
  });
  await operator.route(messagesFile, async (route) => {
    await loading;
    return route.continue();
  });
  const form = await openUpload(operator);
  await operator.route(checked, (route) => route.fulfill({ status: 500, body: "" }));
  const rejected = operator.waitForResponse(checked);
  await chooseFile(form, identifierFiles.LICENSE_PLATE.sample);
  await (await rejected).finished();
  load();
  await expect(form.getByRole("alert")).toHaveText("Failed to add plates");
});

test.describe("without the messages", () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test("ID-5 a failure has a general message if its own can't be loaded", async ({ operator }) => {
    await operator.route(messagesFile, (route) => route.abort());
    const form = await openUpload(operator);
    await operator.route(checked, (route) => route.fulfill({ status: 500, body: "" }));
    await chooseFile(form, identifierFiles.LICENSE_PLATE.sample);
    await expect(form.getByRole("alert")).toHaveText("The server answered 500");
  });
});

test("ID-5 a failure is shown and keeps the chosen file", async ({ operator }) => {
  const form = await openUpload(operator);
  await operator.route(checked, (route) => route.fulfill({ status: 500, body: "" }));
  await chooseFile(form, identifierFiles.LICENSE_PLATE.sample);
  await expect(form.getByRole("alert")).toHaveText("Failed to add plates");
  await expect(form.getByText("residents.csv")).toBeVisible();
  await operator.unroute(checked);
  await form.getByRole("button", { name: "Check again" }).click();
  await expect(counts(form)).toHaveText(["2", "0", "0", "0"]);
  await operator.route("**/api/ac/upload-rfids?*", (route) => route.fulfill({ status: 500, body: "" }));
  await chooseRadio(form, "Content", "RFID tags");
  await expect(form.getByRole("alert")).toHaveText("Failed to add tags");
  await form.getByRole("button", { name: "Choose another" }).click();
  await expect(form.getByText("residents.csv")).toBeHidden();
});

test("ID-4 an import can be cancelled, and closing it needs a confirmation", async ({ site, operator }) => {
  const form = await openUpload(operator);
  await chooseFile(form, identifierFiles.LICENSE_PLATE.sample);
  await operator.route(stored, () => {});
  const importAll = form.getByRole("button", { name: "Import 2 identifiers" });
  const progress = form.getByRole("progressbar");
  await importAll.click();
  await expect(progress).toBeVisible();
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect(form.getByText("Cancelled. Check again to see the current state.")).toBeVisible();
  await form.getByRole("button", { name: "Check again" }).click();
  await importAll.click();
  await expect(progress).toBeVisible();
  await form.getByRole("tab", { name: "Add Identifier" }).click();
  await dialog(operator, "Add Identifier").getByRole("tab", { name: "Upload CSV file" }).click();
  await expect(progress).toBeVisible();
  const question = "The import is still running. Stop it and leave?";
  await operator.keyboard.press("Escape");
  await answerConfirmation(operator, question, "No");
  await expect(progress).toBeVisible();
  await form.getByRole("button", { name: "Close" }).click();
  await answerConfirmation(operator, question, "Yes");
  await expect(form).toBeHidden();
  const { total } = await site.call("GET /ac/ids", { query: { scope: "ADMIN" } });
  expect(total).toBe(0);
});

test("ID-4 a file can be dropped; axe finds no violations on its preview", async ({ operator }) => {
  const form = await openUpload(operator);
  const text = `lp,vehicleType\nMH 1,CAR\n${"MH 2,SPACESHIP\n".repeat(20)}`;
  const dropped = await operator.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "dropped.csv", { type: "text/csv" }));
    return data;
  }, text);
  await form.getByText("Drop a CSV file here or choose one").dispatchEvent("drop", { dataTransfer: dropped });
  await expect(form.getByText("dropped.csv")).toBeVisible();
  await expect(counts(form)).toHaveText(["1", "0", "0", "20"]);
  await expectAccessible(operator);
});
