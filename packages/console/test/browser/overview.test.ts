import type { Opening } from "@gatehouse/contract/entities/overview";
import { control, dialog } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";

const picture = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
const at = "2026-11-01T08:00:00.000Z";
const opening: Opening = {
  ...{ id: 9, at, endedAt: at, kind: "open", state: "accepted", detail: "", by: "asha", reason: "Visitor" },
  ...{ target: { kind: "boomBarrier", id: 1, name: "Boom" }, gateId: 3, gateName: "Main entry" },
  ...{ eventId: 7, eventModule: "RFID_ACCESS_CONTROL", vehicle: "KA01AB1234", fullImage: picture },
};
const withoutEvent = { eventId: null, eventModule: null, vehicle: null, fullImage: null };
const openings: Opening[] = [opening, { ...opening, id: 8, by: "ravi", reason: "Delivery", ...withoutEvent }];

test("OPS-2 a manual opening links to its event, with its picture, and the list is exported as it is filtered", async ({
  site,
  operator,
}) => {
  const figure = {
    name: "manualOpenings",
    title: "Manual openings",
    definition: "By a person.",
    unit: "count",
    value: 2,
  };
  const none = { part: null, whole: null, from: null, to: null, events: [] };
  site.answerWith("GET /overview", {
    ...{ from: at, to: at, figures: [{ ...figure, ...none }] },
    openings: [
      { by: "asha", count: 1 },
      { by: "ravi", count: 1 },
    ],
  });
  site.respond("GET /overview/openings", ({ query: { by } }) => ({
    data: openings.filter((one) => !by || one.by === by),
    ...{ next: null, prev: null },
  }));
  await site.switchOn("ANPR_ACCESS_CONTROL", "RFID_ACCESS_CONTROL");
  await operator.goto("/overview");
  await operator.getByRole("button", { name: "2", exact: true }).click();
  const sheet = dialog(operator, "Manual openings");
  await expect(sheet).toBeVisible();
  expect(new URLSearchParams(location.search).get("open")).toBe("openings");
  const rows = sheet.getByRole("row");
  const link = rows.filter({ hasText: "Visitor" }).getByRole("link");
  await expect(link).toHaveAttribute("href", "/access-control/rfid-events?tab=all&open=events.7");
  await expect(link).toHaveText(/KA\s*01\s*AB\s*1234/);
  await expect(link.locator("img")).toHaveAttribute("src", picture);
  await expect(rows.filter({ hasText: "Delivery" })).toContainText("–");
  const top = (text: string) => {
    const range = document.createRange();
    const found = document.evaluate(`//td[@data-label]//text()[.='${text}']`, document).iterateNext();
    range.selectNodeContents(found as Node);
    return Math.round(range.getBoundingClientRect().top);
  };
  expect(top("Accepted")).toBe(top("Visitor"));
  await control(sheet, "Person").selectOption("ravi (1)");
  await expect(link).toHaveCount(0);
  const exported: URLSearchParams[] = [];
  await operator.route("**/api/overview/openings/export?*", (route) => {
    exported.push(new URL(route.request().url()).searchParams);
    return route.fulfill({ body: "id\r\n" });
  });
  await sheet.getByRole("button", { name: "Export CSV" }).click();
  await expect.poll(() => exported.map((query) => query.get("by"))).toEqual(["ravi"]);
});
