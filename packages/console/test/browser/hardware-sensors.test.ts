import type { Page } from "@gatehouse/e2e/browser-commands";
import { addBarrier, addLoop, addReader } from "@gatehouse/e2e/hardware";
import { waitForLiveUpdates } from "@gatehouse/e2e/live-updates";
import {
  answerConfirmation,
  banner,
  card,
  choose,
  control,
  fillIn,
  openDialog,
  openRecord,
} from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";

const loopPage = "/loop-detector/settings";
const readerPage = "/access-control/rfidos/settings";
const loop = {
  UID: "L1",
  Name: "Loop",
  "IP address": "127.10.4.60",
  Port: "502",
  Channel: "1",
  Driver: "modbus-input",
};
const reader = { Name: "Entry reader", "IP address": "127.10.4.50", Driver: "llrp" };

test.beforeEach(({ site }) => {
  site.unique("POST /sensors", "uid", "Another sensor has this uid");
  site.respond("GET /sensors/{module}", ({ params }) => {
    const nameOf = (id: unknown) => site.rows("/boom-barriers").find((barrier) => barrier.id === id)?.name;
    const sensors = site.rows("/sensors").filter(({ scope }) => scope === params.module);
    return sensors.map((row) => ({
      ...row,
      actuator: row.actuatorId ? { name: nameOf(row.actuatorId) } : null,
    })) as never;
  });
  site.answerWith("GET /sensors/{id}/ingest", { path: "/push", secret: "secret" });
  return site.switchOn("LOOP_DETECTOR", "RFID_ACCESS_CONTROL");
});

test("LOOP-1 a loop detector is added on the page of the displays", async ({ site, operator }) => {
  await operator.goto(loopPage);
  await expect(card(operator, "Displays")).toBeVisible();
  const form = await openDialog(operator, "Add loop detector");
  await fillIn(form, loop);
  await control(form, "Gate type").selectOption("Exit");
  await control(form, "Name").press("Enter");
  await expect(form).toBeHidden();
  const row = card(operator, "Loop Detectors").getByRole("button", { name: /#L1 Loop/ });
  await expect(row).toContainText("Exit · 127.10.4.60:502 · channel 1");
  const [stored] = await site.call("GET /sensors/{module}", { params: { module: "loop" } });
  expect(stored).toMatchObject({ uid: "L1", scope: "loop", additionalInfo: { channel: 1, gtp: "X" } });
});

test("LOOP-1 missing fields are marked, the gate type with its own message", async ({ operator }) => {
  await operator.goto(loopPage);
  const form = await openDialog(operator, "Add loop detector");
  await form.getByRole("button", { name: "Add" }).click();
  for (const label of Object.keys(loop)) await expect(control(form, label)).toHaveAccessibleDescription("Required");
  await expect(control(form, "Gate type")).toHaveAccessibleDescription("Gate type is required");
  await control(form, "Channel").fill("0");
  await form.getByRole("button", { name: "Add" }).click();
  await expect(control(form, "Channel")).toHaveAccessibleDescription("Should be positive");
});

test("LOOP-2 failures are shown, and a deletion shows success before its dialog closes", async ({ site, operator }) => {
  const { id } = await addLoop(site, "L1", "Loop");
  await operator.goto(loopPage);
  const added = await openDialog(operator, "Add loop detector");
  await fillIn(added, loop);
  await control(added, "Gate type").selectOption("Entry");
  await added.getByRole("button", { name: "Add" }).click();
  await expect(added.getByRole("alert")).toHaveText("Failed to add loop detector: Another sensor has this uid");
  await added.getByRole("button", { name: "Close" }).click();
  await answerConfirmation(operator, "You have unsaved changes. Close anyway?", "Yes");
  await operator.route(`**/api/sensors/${id}`, (route) => route.abort(), { times: 1 });
  const form = await openRecord(operator, /#L1 Loop/, "Edit loop detector");
  await form.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Loop", "Yes");
  await expect(form.getByRole("alert")).toHaveText("Failed to delete sensor");
  await form.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Loop", "Yes");
  await expect(form.getByRole("status")).toHaveText("Deleted successfully");
  await expect(form).toBeHidden();
});

test("READER-1 a reader shows its actuator by name, and its uid can be cleared", async ({ site, operator }) => {
  await addBarrier(site, "1", "North boom");
  await operator.goto(readerPage);
  const form = await openDialog(operator, "Add reader");
  await fillIn(form, { ...reader, UID: "R1", Port: "6000" });
  await control(form, "Gate type").selectOption("Entry");
  await choose(form, "Actuator", "#1 North boom");
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form).toBeHidden();
  const row = card(operator, "RFID Readers").getByRole("button", { name: /Entry reader/ });
  await expect(row).toContainText("Entry · 127.10.4.50:6000 · opens North boom");
  const edited = await openRecord(operator, /Entry reader/, "Edit reader");
  await control(edited, "UID").fill("");
  await edited.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Updated successfully.")).toBeVisible();
  const [stored] = await site.call("GET /sensors/{module}", { params: { module: "ac" } });
  expect(stored).toMatchObject({ uid: null, actuator: { name: "North boom" } });
});

test("READER-1 name, address, driver and gate type are required, port and uid are not", async ({ operator }) => {
  await operator.goto(readerPage);
  const form = await openDialog(operator, "Add reader");
  await form.getByRole("button", { name: "Add" }).click();
  for (const label of Object.keys(reader)) await expect(control(form, label)).toHaveAccessibleDescription("Required");
  await expect(control(form, "Gate type")).toHaveAccessibleDescription("Gate type is required");
  await expect(control(form, "Port")).toHaveAccessibleDescription("Empty if the reader connects to the RFID server");
  await expect(control(form, "UID")).toHaveAccessibleDescription("Optional");
});

test("READER-1 deleting a reader shows success or the reason of the failure", async ({ site, operator }) => {
  const { id } = await addReader(site, "Entry reader", "N");
  await operator.goto(readerPage);
  const form = await openRecord(operator, /Entry reader/, "Edit reader");
  await operator.route(`**/api/sensors/${id}`, (route) => route.abort(), { times: 1 });
  await form.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Entry reader", "Yes");
  await expect(form.getByRole("alert")).toHaveText("Failed to delete sensor");
  await form.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Entry reader", "Yes");
  await expect(form.getByRole("status")).toHaveText("Reader deleted successfully");
});

test.describe("READER-2 the RFID server's settings", () => {
  test("READER-2 are empty at first, validated, and saved", async ({ site, operator }) => {
    await operator.goto(readerPage);
    const settings = card(operator, "RFID Server Settings");
    await expect(settings.getByRole("button", { name: "Save" })).toBeDisabled();
    await fillIn(settings, { Port: "70000" });
    await settings.getByRole("button", { name: "Save" }).click();
    await expect(control(settings, "Port")).toHaveAccessibleDescription("Port should be between 1 and 65535");
    await expect(control(settings, "Driver")).toHaveAccessibleDescription("Required");
    await fillIn(settings, { Port: "7000", Driver: "llrp" });
    await settings.getByRole("button", { name: "Save" }).click();
    await expect(banner(operator, "Updated successfully.")).toBeVisible();
    await expect(settings.getByRole("button", { name: "Save" })).toBeDisabled();
    expect(await site.call("GET /configs/pzapp-rfid-server-details", {})).toEqual({
      port: 7000,
      drv: "llrp",
      version: 1,
    });
  });

  test("READER-2 show a failure to save", async ({ operator }) => {
    await operator.goto(readerPage);
    const settings = card(operator, "RFID Server Settings");
    await expect(control(settings, "Port")).toBeVisible();
    await operator.route("**/api/configs/pzapp-rfid-server-details", (route) => route.abort());
    await fillIn(settings, { Port: "7000", Driver: "llrp" });
    await control(settings, "Port").press("Enter");
    await expect(banner(operator, "Failed to update port.")).toBeVisible();
  });

  /** Waits until the page reads the settings again. */
  function nextRead(page: Page): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const read = async (next: () => Promise<void>) => next().then(resolve);
    void page.route("**/api/configs/pzapp-rfid-server-details", (route) => read(() => route.continue()), { times: 1 });
    return promise;
  }

  test("READER-2 keep the input while a colleague saves", async ({ site, operator }) => {
    await operator.goto(readerPage);
    await waitForLiveUpdates(operator);
    const settings = card(operator, "RFID Server Settings");
    await fillIn(settings, { Driver: "llrp" });
    const seen = nextRead(operator);
    await site.call("PUT /configs/pzapp-rfid-server-details", { body: { port: 7000, drv: "other" } });
    await seen;
    await expect(control(settings, "Driver")).toHaveValue("llrp");
  });

  test("READER-2 do not overwrite what a colleague saved unnoticed", async ({ site, operator }) => {
    await operator.goto(readerPage);
    await expect(operator.getByText("Connected", { exact: true })).toBeVisible();
    const settings = card(operator, "RFID Server Settings");
    await fillIn(settings, { Port: "7100", Driver: "llrp" });
    const seen = nextRead(operator);
    await site.call("PUT /configs/pzapp-rfid-server-details", { body: { port: 7000, drv: "other" } });
    await seen;
    await settings.getByRole("button", { name: "Save" }).click();
    const notice = settings.getByRole("alert").filter({ hasText: "Changed in another tab or by someone else" });
    await expect(notice).toContainText("7000");
    await notice.getByRole("button", { name: "Reload" }).click();
    await expect(control(settings, "Port")).toHaveValue("7000");
    await expect(notice).toBeHidden();
    await fillIn(settings, { Port: "7200" });
    await settings.getByRole("button", { name: "Save" }).click();
    await expect(banner(operator, "Updated successfully.")).toBeVisible();
    const stored = await site.call("GET /configs/pzapp-rfid-server-details", {});
    expect(stored).toEqual({ port: 7200, drv: "other", version: 2 });
  });
});
