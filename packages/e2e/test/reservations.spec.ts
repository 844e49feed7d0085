import { reservation, sendReservations } from "../src/hardware.ts";
import { expect, test } from "../src/test.ts";

const page = "/access-control/reservations";
const many = Array.from({ length: 230 }, (_, number) => reservation(number));

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

test("RES-1 an empty table says where reservations come from", async ({ operator }) => {
  await operator.goto(page);
  const table = operator.getByRole("table", { name: "Reservations" });
  await expect(table.getByRole("columnheader")).toHaveText([
    "#",
    "License Plate",
    "RFID",
    "Valid From",
    "Valid Upto",
    "Grace Period Earliest Entry",
    "Grace Period Latest Entry",
    "Grace Period Latest Exit",
    "Driver Name",
    "Parking Area/Unit ID",
    "Multiple Usage",
  ]);
  await expect(table).toContainText("No reservations yet. They arrive from other systems through the integration API.");
});

test("RES-1 RES-3 a row shows all fields, with dashes for missing ones", async ({ site, operator }) => {
  await sendReservations(site, [
    reservation(1, {
      rfid: "E2000017",
      gracePeriodEarliestEntry: "2026-01-05T07:45:00Z",
      driverFirstName: "Asha",
      driverLastName: "Rao",
      parkingAreaId: "B1",
      parkingUnitId: "14",
      shouldAllowMultipleUsage: true,
    }),
    reservation(2, { parkingUnitId: "15" }),
  ]);
  await operator.goto(page);
  const from = "5 Jan 2026, 08:00";
  const to = "5 Jan 2026, 18:00";
  const early = "5 Jan 2026, 07:45";
  await expect(operator.getByRole("row", { name: /KA01AB1001/ }).getByRole("cell")).toHaveText([
    "2",
    "KA01AB1001",
    "E2000017",
    from,
    to,
    early,
    "-",
    "-",
    "Asha Rao",
    "B1 / 14",
    "Yes",
  ]);
  await expect(operator.getByRole("row", { name: /KA01AB1002/ }).getByRole("cell")).toHaveText([
    "1",
    "KA01AB1002",
    "-",
    from,
    to,
    "-",
    "-",
    "-",
    "-",
    "- / 15",
    "No",
  ]);
});

test("RES-2 pages have a hundred numbered rows", async ({ site, operator }) => {
  await sendReservations(site, many);
  await operator.goto(page);
  const numbers = operator.getByRole("table").getByRole("row").locator("td:first-child");
  const pager = operator.getByRole("navigation", { name: "Pages" });
  const next = pager.getByRole("button", { name: "Next" });
  const previous = pager.getByRole("button", { name: "Previous" });
  await expect(numbers).toHaveCount(100);
  await expect(numbers.first()).toHaveText("1");
  await expect(pager).toContainText("Page 1/3");
  await expect(previous).toBeDisabled();
  await next.click();
  await expect(pager).toContainText("Page 2/3");
  await expect(numbers.first()).toHaveText("101");
  await next.click();
  await expect(numbers.last()).toHaveText("230");
  await expect(next).toBeDisabled();
  await previous.click();
  await expect(numbers.last()).toHaveText("200");
  await previous.click();
  await expect(numbers.first()).toHaveText("1");
  await expect(operator.getByRole("row", { name: /KA01AB1229/ })).toBeVisible();
});

test("RES-2 a changed search returns to the first page, however the URL changed", async ({ site, operator }) => {
  await sendReservations(site, many);
  await operator.goto(page);
  const pager = operator.getByRole("navigation", { name: "Pages" });
  await pager.getByRole("button", { name: "Next" }).click();
  await expect(pager).toContainText("Page 2");
  await operator.getByRole("searchbox", { name: "Search by license plate" }).fill("KA01AB1");
  await expect(pager).toContainText("Page 1/3");
  await expect(operator.getByRole("row", { name: /^1 KA01AB1229/ })).toBeVisible();
  await operator.reload();
  await expect(operator.getByRole("row", { name: /^1 KA01AB1229/ })).toBeVisible();
});

test("RES-3 plate and tag filter the list, and an empty result is shown", async ({ site, operator }) => {
  await sendReservations(site, [reservation(1, { rfid: "E2000017" }), reservation(2), reservation(3)]);
  await operator.goto(page);
  const plate = operator.getByRole("searchbox", { name: "Search by license plate" });
  const tag = operator.getByRole("searchbox", { name: "Search by RFID" });
  await plate.fill("ka 01 ab 1002");
  await expect(operator.getByRole("row", { name: /KA01AB1002/ })).toBeVisible();
  await expect(operator.getByRole("row", { name: /KA01AB1003/ })).toBeHidden();
  await expect(operator).toHaveURL(/lp=/);
  await plate.fill("");
  await tag.fill("e2000017");
  await expect(operator.getByRole("row", { name: /KA01AB1001/ })).toBeVisible();
  await expect(operator.getByRole("row", { name: /KA01AB1002/ })).toBeHidden();
  await tag.fill("nothing");
  await expect(operator.getByText("No reservation matches this search.")).toBeVisible();
});
