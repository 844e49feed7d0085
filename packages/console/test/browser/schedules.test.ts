import type { Locator, Page } from "@gatehouse/e2e/browser-commands";
import { banner, card, field, openDialog, openRecord } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";
import type { FakeSite } from "./fake-site.ts";

const schedulesPage = "/access/schedules";
const nextYear = new Date().getUTCFullYear() + 1;

const group = (within: Locator, name: string) => within.getByRole("group", { name, exact: true });
const row = (page: Page, name: RegExp) => card(page, "Schedules").getByRole("button", { name });
const piece = (form: Locator, name: string) => form.getByRole("button", { name, exact: true });

const addNightShift = ({ call }: FakeSite) =>
  call("POST /access/schedules", {
    body: { name: "Night shift", windows: [{ days: [1, 2], from: "22:00", to: "06:00" }] },
  });

test.beforeEach(({ site }) => site.switchOn("RFID_ACCESS_CONTROL"));

test("RULE-2 a schedule with an overnight window is typed, and drawn in one piece", async ({ operator }) => {
  await operator.goto(schedulesPage);
  await expect(operator.getByText("No schedules yet")).toBeVisible();
  const form = await openDialog(operator, "Add schedule");
  await field(form, "Name").fill("Night shift");
  await form.getByRole("button", { name: "Add window", exact: true }).click();
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(form.getByText("Must be a time like 06:30")).toHaveCount(2);

  const window = group(form, "Window 1");
  await window.getByLabel("From", { exact: true }).fill("22:00");
  await window.getByLabel("To", { exact: true }).fill("06:00");
  await expect(window.getByText("next day", { exact: true })).toBeVisible();
  await window.getByRole("checkbox", { name: "Friday" }).uncheck();
  await expect(piece(form, "Monday 22:00–06:00 (next day)")).toHaveCount(1);
  await expect(piece(form, "Friday 22:00–06:00 (next day)")).toHaveCount(0);
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(banner(operator, "Schedule added")).toBeVisible();
  await expect(row(operator, /Night shift/).getByRole("img", { name: "Mon–Thu 22:00–06:00 (next day)" })).toBeVisible();
});

test("RULE-2 windows are moved, extended, opened and removed by keyboard", async ({ site, operator }) => {
  await addNightShift(site);
  await operator.goto(schedulesPage);
  const form = await openRecord(operator, /Night shift/, "Edit schedule");
  await piece(form, "Monday 22:00–06:00 (next day)").press("ArrowLeft");
  await expect(piece(form, "Tuesday 21:45–05:45 (next day)")).toBeVisible();
  await piece(form, "Monday 21:45–05:45 (next day)").press("Shift+ArrowRight");
  await piece(form, "Monday 21:45–06:00 (next day)").press("Enter");
  await expect(group(form, "Window 1").getByLabel("From", { exact: true })).toBeFocused();
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    row(operator, /Night shift/).getByRole("img", { name: "Mon, Tue 21:45–06:00 (next day)" }),
  ).toBeVisible();

  await row(operator, /Night shift/).click();
  await piece(form, "Monday 21:45–06:00 (next day)").press("Delete");
  await expect(form.getByText("Without windows the schedule is never open.")).toBeVisible();
});

test("RULE-2 windows are drawn, moved and resized with the pointer", async ({ operator }) => {
  await operator.goto(schedulesPage);
  const form = await openDialog(operator, "Add schedule");
  await field(form, "Name").fill("Drawn");
  // A row of the week is as wide as the axis of 30 hours.
  const tracks = form.locator("[data-editable]");
  await tracks.nth(2).scrollIntoViewIfNeeded();
  const box = await tracks.nth(2).boundingBox();
  if (box === null) throw new Error("The week is not shown");
  const hour = box.width / 30;
  const drag = async (from: number, to: number) => {
    await operator.mouse.move(box.x + from * hour, box.y + box.height / 2);
    await operator.mouse.down();
    await operator.mouse.move(box.x + to * hour, box.y + box.height / 2, { steps: 4 });
    await operator.mouse.up();
  };
  await drag(20, 28);
  await expect(piece(form, "Wednesday 20:00–04:00 (next day)")).toBeVisible();
  await drag(24, 22);
  await expect(piece(form, "Wednesday 18:00–02:00 (next day)")).toBeVisible();
  await drag(25.9, 22.9);
  await expect(piece(form, "Wednesday 18:00–23:00")).toBeVisible();
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(row(operator, /Drawn/).getByRole("img", { name: "Wed 18:00–23:00" })).toBeVisible();
});

test("RULE-2 overlapping windows are refused at the window", async ({ site, operator }) => {
  await addNightShift(site);
  await operator.goto(schedulesPage);
  const form = await openRecord(operator, /Night shift/, "Edit schedule");
  await form.getByRole("button", { name: "Add window", exact: true }).click();
  const second = group(form, "Window 2");
  await second.getByLabel("From", { exact: true }).fill("05:00");
  await second.getByLabel("To", { exact: true }).fill("07:00");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(second.getByText("Overlaps another window")).toBeVisible();
  await second.getByRole("button", { name: "Remove window 2" }).click();
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form).toBeHidden();
});

test("RULE-2 exceptions are closed or have hours of their own", async ({ site, operator }) => {
  await addNightShift(site);
  await operator.goto(schedulesPage);
  const form = await openRecord(operator, /Night shift/, "Edit schedule");
  await form.getByRole("button", { name: "Add date", exact: true }).click();
  const exception = group(form, "Exception 1");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(exception.getByText("Must be a date like 2026-12-25")).toBeVisible();
  await exception.getByLabel("Date", { exact: true }).fill(`24 Dec ${nextYear}`);
  await expect(exception.getByText("Closed", { exact: true })).toBeVisible();
  await exception.getByRole("button", { name: "Add open hours" }).click();
  await group(exception, "Window 1").getByLabel("From", { exact: true }).fill("08:00");
  await group(exception, "Window 1").getByLabel("To", { exact: true }).fill("12:00");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(row(operator, /Night shift/)).toContainText(`1 exception, next 24 Dec ${nextYear}`);
});
