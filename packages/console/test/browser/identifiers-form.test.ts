import { addIdentifier, chooseRadio, identifierRow, identifiersPage, plateField } from "@gatehouse/e2e/identifiers";
import { waitForLiveUpdates } from "@gatehouse/e2e/live-updates";
import { answerConfirmation, banner, control, dialog, fillIn, openDialog } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";
import { answerIdentifiers } from "./fake-identifiers.ts";

test.beforeEach(({ site }) => {
  answerIdentifiers(site);
  return site.switchOn("ANPR_ACCESS_CONTROL");
});

test("ID-3 ID-6 a plate is added, shown normalized, with its dates stored in UTC", async ({ site, operator }) => {
  await site.configure("timeZone", "Europe/Berlin");
  await addIdentifier(site, "MH 12 AB 1234", { ownerName: "Asha Rao", orgName: "Lakeside" });
  await operator.goto(identifiersPage);
  const form = await openDialog(operator, "Add Identifier");
  const plate = plateField(form);
  await expect(plate).toBeFocused();
  await plate.fill("mh-12 a8.1234");
  await expect(form.getByText("MH12A81234")).toBeVisible();
  await expect(form.getByText("Could be misread as MH 12 AB 1234 (Asha Rao, Lakeside)")).toBeVisible();
  await plate.fill("mh-12 xx-1234");
  await expect(form.getByText("Could be misread")).toBeHidden();
  await fillIn(form, { Email: "nobody", Owner: "Vikram Shah" });
  await control(form, "Owner").press("Enter");
  await expect(control(form, "Vehicle type")).toHaveAccessibleDescription("Required");
  await expect(control(form, "Vehicle type")).toBeFocused();
  await expect(control(form, "Email")).toHaveAccessibleDescription("Must be a valid email");
  await control(form, "Vehicle type").selectOption("Truck");
  await fillIn(form, { Email: "vikram@example.com", "Parking ID": "P-1", Organisation: "Orchid" });
  await fillIn(form, { "Valid from": "1 Jul 2026, 12:00", "Valid to": "2026-01-01T12:00" });
  await control(form, "Owner").press("Enter");
  await expect(control(form, "Valid to")).toHaveAccessibleDescription(/Must not be before the start/);
  await control(form, "Valid to").fill("2026-10-25T02:30");
  await expect(form.getByText("02:30 occurs twice on that day; the first one is used")).toBeVisible();
  await control(form, "Owner").press("Enter");
  await expect(banner(operator, "Identifier added")).toBeVisible();
  await expect(form).toBeHidden();
  await expect(identifierRow(operator, "MH12XX1234")).toContainText("1 Jul 2026, 12:00");
  const { data } = await site.call("GET /ac/ids", { query: { scope: "ADMIN" } });
  expect(data[0]).toMatchObject({
    type: "LICENSE_PLATE",
    iid: "mh-12 xx-1234",
    iidNormalized: "MH12XX1234",
    lp: null,
    vehicleType: "TRUCK",
    ownerName: "Vikram Shah",
    ownerEmail: "vikram@example.com",
    orgName: "Orchid",
    parkingId: "P-1",
    validFrom: "2026-07-01T10:00:00.000Z",
    validTo: "2026-10-25T00:30:00.000Z",
  });
});

test("ID-3 a tag requires its vehicle's plate and accepts any vehicle type", async ({ site, operator }) => {
  await addIdentifier(site, "E2003412", { type: "RFID", lp: "KA 1" });
  await Promise.all(Array.from({ length: 20 }, (_, number) => addIdentifier(site, `KA ${number}`)));
  await operator.goto(identifiersPage);
  await expect(operator.getByText("21 identifiers")).toBeVisible();
  const form = await openDialog(operator, "Add Identifier");
  await control(form, "Vehicle type").selectOption("Truck");
  await chooseRadio(form, "Type", "RFID");
  await expect(control(form, "Vehicle type")).toHaveValue("");
  await fillIn(form, { "Vehicle type": "FORKLIFT", Tag: "e200 3412" });
  await operator.keyboard.press("Escape");
  await answerConfirmation(operator, "You have unsaved changes. Close anyway?", "No");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(plateField(form)).toHaveAccessibleDescription(/Required/);
  await plateField(form).fill("MH 12 AB 1234");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(control(form, "Tag")).toHaveAccessibleDescription("This plate or tag already exists");
  await control(form, "Tag").fill("e200 3413");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(form).toBeHidden();
  // It appears immediately, although the pointer is on the table.
  await expect(identifierRow(operator, "E2003413")).toContainText("FORKLIFT");
});

test("LIVE-5 the form of a tag offers the selected vehicle types", async ({ site, operator }) => {
  await site.call("PUT /configs/rfid-ac/vehicle-types", { body: { vehicleTypes: ["CYCLE", "TRUCK"] } });
  await operator.goto(identifiersPage);
  const form = await openDialog(operator, "Add Identifier");
  await chooseRadio(form, "Type", "RFID");
  await control(form, "Vehicle type").click();
  await expect(operator.getByRole("option")).toHaveText(["CYCLE", "TRUCK"]);
});

test("ID-3 on edit, type and plate are locked, and an unchanged date is kept exactly", async ({ site, operator }) => {
  await site.configure("timeZone", "Europe/Berlin");
  // The second 02:30 of the night in which the clocks go back.
  const validTo = "2026-10-25T01:30:15.123Z";
  await addIdentifier(site, "MH 12 AB 1234", { orgName: "Lakeside", validTo });
  await operator.goto(identifiersPage);
  await operator.getByRole("button", { name: "Edit MH 12 AB 1234" }).click();
  const form = dialog(operator, "Edit Identifier");
  await expect(plateField(form)).toBeDisabled();
  await expect(form.getByRole("radio", { name: "RFID" })).toBeDisabled();
  await expect(control(form, "Valid to")).toHaveValue("25 Oct 2026, 02:30");
  await fillIn(form, { Owner: "Asha Rao", Organisation: "" });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Identifier updated")).toBeVisible();
  await expect(identifierRow(operator, "MH12AB1234")).toContainText("Asha Rao");
  const { data } = await site.call("GET /ac/ids", { query: { scope: "ADMIN" } });
  expect(data[0]).toMatchObject({ ownerName: "Asha Rao", orgName: null, validTo });
});

test("ID-3 a colleague's change or deletion is not overwritten without notice", async ({ site, operator }) => {
  const stored = await addIdentifier(site, "MH 12 AB 1234", { ownerName: "Asha Rao" });
  const { id, type, iid, vehicleType } = stored;
  await operator.goto(identifiersPage);
  await waitForLiveUpdates(operator);
  await operator.getByRole("button", { name: "Edit MH 12 AB 1234" }).click();
  const form = dialog(operator, "Edit Identifier");
  await control(form, "Owner").fill("Meera Iyer");
  const validTo = "2066-12-31T18:29:00.000Z";
  await site.call("PUT /ac/ids/{id}", { params: { id }, body: { type, iid, vehicleType, validTo } });
  await form.getByRole("button", { name: "Save" }).click();
  const notice = form.getByRole("alert");
  await expect(notice).toContainText("Changed in another tab or by someone else");
  await expect(notice.getByRole("row", { name: /Valid to/ })).toContainText("31 Dec 2066, 18:29");
  await notice.getByRole("button", { name: "Reload" }).click();
  await expect(control(form, "Valid to")).toHaveValue("31 Dec 2066, 18:29");
  await control(form, "Owner").fill("Meera Iyer");
  await site.call("DELETE /ac/ids/{id}", { params: { id } });
  await expect(form.getByText("Someone else deleted this identifier. Saving adds it again.")).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Identifier added")).toBeVisible();
  await expect(identifierRow(operator, "MH12AB1234")).toContainText("Meera Iyer");
});
