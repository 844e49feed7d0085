import type { Page } from "@gatehouse/e2e/browser-commands";
import { addBarrier } from "@gatehouse/e2e/hardware";
import { waitForLiveUpdates } from "@gatehouse/e2e/live-updates";
import {
  answerConfirmation,
  banner,
  card,
  control,
  dialog,
  fillIn,
  openDialog,
  openRecord,
} from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";

const page = "/access-control/gates-and-actuators";
const north = {
  UID: "7",
  Name: "North",
  "IP address": "127.10.0.5",
  Port: "5000",
  Driver: "modbus-relay",
  "Relay number": "2",
  "Serial name": "A7",
};

const abortCalls = (operator: Page, path: string) => operator.route(`**/api${path}*`, (route) => route.abort());

test.beforeEach(({ site }) => {
  site.unique("POST /boom-barriers", "uid", "Another boom barrier has this uid", ({ additionalInfo, ...body }) => ({
    ...body,
    scope: "ac",
    additionalInfo: { type: "boom", ...(additionalInfo as object) },
  }));
  site.respond("POST /boom-barriers/{id}/test", () => ({ outcome: "unreachable", detail: "connect ECONNREFUSED" }));
  return site.switchOn("ANPR_ACCESS_CONTROL");
});

test("BARRIER-1 four cards have a description and an add button", async ({ operator }) => {
  await operator.goto(page);
  const adds = {
    "Boom Barriers": "boom barrier",
    "Access Control Displays": "display",
    Buzzers: "buzzer",
    Gates: "gate",
  };
  for (const [title, noun] of Object.entries(adds)) {
    await expect(card(operator, title).getByRole("button", { name: `Add ${noun}` })).toBeVisible();
  }
  await expect(card(operator, "Gates")).toContainText("A gate connects a reader or camera to a barrier");
});

test("BARRIER-1 BARRIER-2 a barrier can be added with the keyboard, and Enter submits", async ({ site, operator }) => {
  // The hint about other networks has a link, which Tab would stop at.
  await site.configure("deviceNetworks", "127.0.0.0/8");
  await operator.goto(page);
  await operator.getByRole("button", { name: "Add boom barrier" }).press("Enter");
  const form = dialog(operator, "Add boom barrier");
  await expect(control(form, "UID")).toBeFocused();
  for (const value of Object.values(north)) {
    await operator.keyboard.insertText(value);
    await operator.keyboard.press("Tab");
  }
  await control(form, "Serial name").press("Enter");
  await expect(form).toBeHidden();
  await expect(banner(operator, "Added successfully.")).toBeVisible();
  await expect(card(operator, "Boom Barriers").getByRole("button", { name: /#7 North/ })).toContainText(
    "127.10.0.5:5000",
  );
  const [stored] = await site.call("GET /boom-barriers", {});
  expect(stored).toMatchObject({
    uid: "7",
    scope: "ac",
    additionalInfo: { type: "boom", ip: "127.10.0.5", port: 5000, drv: "modbus-relay", rel: 2, ser: "A7" },
  });
});

test("BARRIER-2 an empty form shows Required at each required field and focuses the first", async ({ operator }) => {
  await operator.goto(page);
  const form = await openDialog(operator, "Add boom barrier");
  await form.getByRole("button", { name: "Add" }).click();
  for (const label of ["UID", "Name", "Port", "Driver", "Relay number", "Serial name"]) {
    await expect(control(form, label)).toHaveAccessibleDescription(/Required/);
  }
  await expect(control(form, "IP address")).toHaveAccessibleDescription("");
  await expect(control(form, "UID")).toBeFocused();
});

test.describe("BARRIER-2 invalid values are marked at their fields", () => {
  const rules: readonly [label: keyof typeof north, value: string, message: string][] = [
    ["UID", "0", "Must be a number from 1 to 255"],
    ["UID", "256", "Must be a number from 1 to 255"],
    ["Port", "65536", "Port should be between 1 and 65535"],
    ["Port", "80a", "Must be a whole number"],
    ["Port", "0x50", "Must be a whole number"],
    ["Relay number", "0", "Must be at least 1"],
    ["IP address", "http://gate", "Must be an IP address or a host name"],
  ];
  test("BARRIER-2 an invalid field shows its rule and gets the focus until it is corrected", async ({ operator }) => {
    await operator.goto(page);
    const form = await openDialog(operator, "Add boom barrier");
    for (const [label, value, message] of rules) {
      await test.step(`${label} "${value}": ${message}`, async () => {
        await fillIn(form, { ...north, [label]: value });
        await form.getByRole("button", { name: "Add" }).click();
        await expect(control(form, label)).toHaveAccessibleDescription(new RegExp(message));
        await expect(control(form, label)).toBeFocused();
        await control(form, label).fill("1");
        await expect(control(form, label)).not.toHaveAccessibleDescription(new RegExp(message));
      });
    }
  });
});

test("BARRIER-2 BARRIER-3 the uid is locked on edit, and a change is confirmed", async ({ site, operator }) => {
  await addBarrier(site, "7", "North");
  await operator.goto(page);
  const form = await openRecord(operator, /#7 North/, "Edit boom barrier");
  await expect(control(form, "UID")).toBeDisabled();
  await expect(control(form, "Name")).toBeFocused();
  await fillIn(form, { Name: "North ramp", "IP address": "" });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Updated successfully.")).toBeVisible();
  await expect(operator.getByRole("button", { name: /#7 North ramp/ })).toContainText("no address:5000");
});

test("BARRIER-3 a duplicate uid is shown above the form and at its field", async ({ site, operator }) => {
  await addBarrier(site, "7", "North");
  await operator.goto(page);
  const form = await openDialog(operator, "Add boom barrier");
  await fillIn(form, north);
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form.getByRole("alert")).toContainText("Failed to add boom: ");
  await expect(control(form, "UID")).toHaveAccessibleDescription(/Another boom barrier has this uid/);
  await expect(control(form, "UID")).toBeFocused();
});

test("BARRIER-3 GATE-4 the delete confirmation names the barrier, and No keeps it", async ({ site, operator }) => {
  await addBarrier(site, "7", "North");
  await operator.goto(page);
  const form = await openRecord(operator, /#7 North/, "Edit boom barrier");
  await form.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: North", "No");
  await expect(form).toBeVisible();
  await form.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: North", "Yes");
  await expect(banner(operator, "Deleted successfully")).toBeVisible();
  await expect(form).toBeHidden();
  await expect(card(operator, "Boom Barriers")).toContainText("No boom barriers yet");
});

test("BARRIER-3 a save or delete without a response is reported and keeps the dialog open", async ({
  site,
  operator,
}) => {
  const { id } = await addBarrier(site, "7", "North");
  await operator.goto(page);
  const form = await openRecord(operator, /#7 North/, "Edit boom barrier");
  await abortCalls(operator, `/boom-barriers/${id}`);
  await control(form, "Name").fill("South");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toHaveText("Failed to save changes");
  await form.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: North", "Yes");
  await expect(form.getByRole("alert")).toHaveText("Failed to delete boom");
  await expect(control(form, "Name")).toHaveValue("South");
});

test("BARRIER-1 Escape asks for confirmation after changes, and otherwise closes the dialog", async ({ operator }) => {
  await operator.goto(page);
  const form = await openDialog(operator, "Add boom barrier");
  await expect(control(form, "UID")).toBeFocused();
  await operator.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await openDialog(operator, "Add boom barrier");
  await control(form, "Name").fill("North");
  await operator.keyboard.press("Escape");
  await answerConfirmation(operator, "You have unsaved changes. Close anyway?", "No");
  await expect(control(form, "Name")).toHaveValue("North");
  await operator.keyboard.press("Escape");
  await answerConfirmation(operator, "You have unsaved changes. Close anyway?", "Yes");
  await expect(form).toBeHidden();
});

test("BARRIER-1 BARRIER-2 the form asks what the driver needs, checks the address, and tests a new barrier", async ({
  site,
  operator,
}) => {
  await site.configure("deviceNetworks", "127.0.0.0/8");
  await operator.goto(page);
  const form = await openDialog(operator, "Add boom barrier");
  for (const [label, value] of Object.entries(north)) await control(form, label).fill(value);
  await control(form, "Driver").fill("http-relay");
  await expect(control(form, "Serial name")).toHaveCount(0);
  await control(form, "IP address").fill("::1");
  await expect(form.getByText("Outside the site's networks (127.0.0.0/8)")).toBeVisible();
  await expect(form.getByRole("link", { name: "Global Configurations" })).toBeVisible();
  await control(form, "IP address").fill("127.10.0.5");
  await expect(form.getByText("Outside the site's networks")).toHaveCount(0);
  await control(form, "Name").fill("");
  await form.getByRole("button", { name: "Save and test pulse" }).click();
  await expect(form.getByText("Required")).toBeVisible();
  await expect(dialog(operator, "Please confirm")).toHaveCount(0);
  await control(form, "Name").fill(north.Name);
  await form.getByRole("button", { name: "Save and test pulse" }).click();
  await answerConfirmation(operator, "This opens the barrier. Test now?", "Yes");
  const saved = dialog(operator, "Edit boom barrier");
  await expect(saved.getByRole("status")).toHaveText(/^Unreachable: /);
  const [stored] = await site.call("GET /boom-barriers", {});
  expect(stored?.additionalInfo).not.toHaveProperty("ser");
});

test("BARRIER-1 a test pulse asks for confirmation, and reports an unreachable board", async ({ site, operator }) => {
  await addBarrier(site, "7", "North");
  await operator.goto(page);
  const form = await openRecord(operator, /#7 North/, "Edit boom barrier");
  const pulse = form.getByRole("button", { name: "Test pulse" });
  await pulse.click();
  await answerConfirmation(operator, "This opens the barrier. Test now?", "No");
  await expect(form.getByRole("status")).toBeHidden();
  await pulse.click();
  await answerConfirmation(operator, "This opens the barrier. Test now?", "Yes");
  await expect(form.getByRole("status")).toHaveText(/^Unreachable: /);
  await control(form, "Port").fill("5001");
  await expect(form.getByRole("status")).toHaveText("Save the changes to test them");
  await expect(pulse).toBeDisabled();
});

test.describe("two people edit one barrier", () => {
  test("BARRIER-3 the later save shows the other's changes and can reload them", async ({ site, operator }) => {
    const { id, additionalInfo } = await addBarrier(site, "7", "North");
    await operator.goto(page);
    const mine = await openRecord(operator, /#7 North/, "Edit boom barrier");
    await control(mine, "Name").fill("Mine");
    const theirs = { additionalInfo: { ...additionalInfo, port: 5001 } };
    await site.call("PATCH /boom-barriers/{id}", { params: { id }, body: theirs });
    await mine.getByRole("button", { name: "Save" }).click();
    const notice = mine.getByRole("alert");
    await expect(notice).toContainText("Changed in another tab or by someone else");
    await expect(notice.getByRole("row", { name: "Port 5001 –" })).toBeVisible();
    await expect(notice.getByRole("row", { name: "Name North Mine" })).toBeVisible();
    await notice.getByRole("button", { name: "Reload" }).click();
    await expect(control(mine, "Port")).toHaveValue("5001");
    await expect(control(mine, "Name")).toHaveValue("North");
  });

  test("BARRIER-3 the later save can overwrite", async ({ site, operator }) => {
    const { id, additionalInfo } = await addBarrier(site, "7", "North");
    await operator.goto(page);
    const mine = await openRecord(operator, /#7 North/, "Edit boom barrier");
    await control(mine, "Name").fill("Mine");
    await operator.setViewportSize({ width: 390, height: 500 });
    const theirs = { name: "Theirs", additionalInfo: { ...additionalInfo, port: 5001 } };
    await site.call("PATCH /boom-barriers/{id}", { params: { id }, body: theirs });
    await mine.getByRole("button", { name: "Save" }).click();
    await expect(mine.getByRole("row", { name: "Name Theirs Mine" })).toBeVisible();
    await expect(mine.getByText("Changed in another tab or by someone else")).toBeInViewport();
    await mine.getByRole("button", { name: "Overwrite" }).click();
    await expect(mine).toBeHidden();
    await expect(operator.getByRole("button", { name: /#7 Mine/ })).toBeVisible();
    // What the other changed elsewhere is kept.
    const stored = await site.call("GET /boom-barriers", {});
    expect(stored).toMatchObject([{ name: "Mine", additionalInfo: { port: 5001 } }]);
  });

  test("BARRIER-3 the input survives the other's deletion and can be added again", async ({ site, operator }) => {
    const { id } = await addBarrier(site, "7", "North");
    await operator.goto(page);
    await waitForLiveUpdates(operator);
    const mine = await openRecord(operator, /#7 North/, "Edit boom barrier");
    await control(mine, "Name").fill("Mine");
    await site.call("DELETE /boom-barriers/{id}", { params: { id } });
    await expect(mine.getByRole("alert")).toHaveText("Someone else deleted this boom barrier. Saving adds it again.");
    await mine.getByRole("button", { name: "Save" }).click();
    await expect(operator.getByRole("button", { name: /#7 Mine/ })).toBeVisible();
  });
});
