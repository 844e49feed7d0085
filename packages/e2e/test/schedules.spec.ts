import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../src/axe.ts";
import { card, dialog, openRecord } from "../src/page-parts.ts";
import type { Site } from "../src/site.ts";
import { expect, test } from "../src/test.ts";

const schedulesPage = "/access/schedules";
const nextYear = new Date().getUTCFullYear() + 1;

const group = (within: Locator, name: string) => within.getByRole("group", { name, exact: true });
const row = (page: Page, name: RegExp) => card(page, "Schedules").getByRole("button", { name });

const addNightShift = ({ call }: Site) =>
  call("POST /access/schedules", {
    body: { name: "Night shift", windows: [{ days: [1, 2], from: "22:00", to: "06:00" }] },
  });

const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "BEGIN:VEVENT", ...lines, "END:VEVENT", "END:VCALENDAR"].join("\r\n");

async function importFile(form: Locator, text: string): Promise<void> {
  await form
    .locator('input[type="file"]')
    .setInputFiles({ name: "holidays.ics", mimeType: "text/calendar", buffer: Buffer.from(text) });
}

test.beforeEach(({ site }) => site.switchOn("RFID_ACCESS_CONTROL"));

test("RULE-2 holidays are imported from an ICS file; an invalid one is answered with line and reason", async ({
  site,
  operator,
}) => {
  await addNightShift(site);
  await operator.goto(schedulesPage);
  const form = await openRecord(operator, /Night shift/, "Edit schedule");
  await importFile(form, calendar("SUMMARY:New year", `DTSTART;VALUE=DATE:${nextYear}0230`));
  await expect(form.getByText(`Line 4: DTSTART ${nextYear}0230 is not a date`)).toBeVisible();
  await expect(group(form, "Exception 1")).toHaveCount(0);

  const holidays = calendar(
    "SUMMARY:Christmas",
    `DTSTART;VALUE=DATE:${nextYear}1225`,
    `DTEND;VALUE=DATE:${nextYear}1227`,
    "RRULE:FREQ=YEARLY;COUNT=2",
  );
  await importFile(form, holidays);
  await expect(form.getByText("4 dates added; save the schedule to keep them.")).toBeVisible();
  await importFile(form, holidays);
  await expect(form.getByText("No dates added; 4 already listed.")).toBeVisible();
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(row(operator, /Night shift/)).toContainText(`4 exceptions, next 25 Dec ${nextYear}`);
});

test("RULE-2 the list of schedules and the form are accessible", async ({ site, operator }) => {
  test.slow();
  await addNightShift(site);
  await operator.goto(schedulesPage);
  await expect(row(operator, /Night shift/)).toBeVisible();
  await expectAccessible(operator);
  await row(operator, /Night shift/).press("Enter");
  const form = dialog(operator, "Edit schedule");
  await form.getByRole("button", { name: "Add date", exact: true }).click();
  await expectAccessible(operator, form);
});
