import { identifierOrigins, identifierOriginTexts } from "@gatehouse/contract/entities/identifier/identifier";
import { expectAccessible } from "../src/axe.ts";
import {
  addIdentifier,
  daysFromNow,
  identifierRow,
  identifiersPage,
  plateField,
  sendIdentifiers,
} from "../src/identifiers.ts";
import { dialog, tablet } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

const searchBox = "Search plate, tag, owner or organisation";

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

test.describe("ID-1 ID-2 the sources", () => {
  test("ID-1 ID-2 each source has its heading and identifiers; only those of Admin can be edited", async ({
    site,
    operator,
  }) => {
    await sendIdentifiers(site, "BLM_CLOUD", ["MH 12 AB 0001"]);
    await sendIdentifiers(site, "CLOUD", ["MH 12 AB 0002"]);
    await addIdentifier(site, "MH 12 AB 0003");
    await operator.goto(identifiersPage);
    const tabs = operator.getByRole("tablist", { name: "Source" }).getByRole("tab");
    await expect(tabs).toHaveText(identifierOrigins.map((origin) => identifierOriginTexts[origin].tab));
    await expect(operator.getByRole("heading", { name: "IDs added by Admin" })).toBeVisible();
    await expect(identifierRow(operator, "MH12AB0003").getByRole("button", { name: /^(Edit|Delete) / })).toHaveCount(2);

    await tabs.nth(0).click();
    await expect(operator.getByRole("heading", { name: "IDs synced from Central Server" })).toBeVisible();
    await expect(operator.getByText("Read-only: managed by the central server")).toBeVisible();
    await expect(identifierRow(operator, "MH12AB0001")).toBeVisible();
    await tabs.nth(1).click();
    await expect(operator.getByRole("heading", { name: "IDs added from Cloud" })).toBeVisible();
    await expect(identifierRow(operator, "MH12AB0002")).toBeVisible();
    await expect(identifierRow(operator, "MH12AB0001")).toBeHidden();
    await expect(operator.getByRole("button", { name: /^(Edit|Delete|Add)\b/ })).toHaveCount(0);
    await expect(operator.getByRole("columnheader", { name: "Actions" })).toHaveCount(0);
    await tabs.nth(2).click();
    await expect(operator.getByRole("heading", { name: "LPs synced from MyGate" })).toBeVisible();
    await expect(operator.getByText(identifierOriginTexts.MYGATE.empty)).toBeVisible();
    await operator.reload();
    await expect(tabs.nth(2)).toHaveAttribute("aria-selected", "true");
    await operator.getByRole("link", { name: "Integration Settings" }).click();
    await expect(operator).toHaveURL(/anpr-settings/);
  });

  test("ID-1 a row shows all fields, with times in the site's zone", async ({ site, operator }) => {
    await site.configure("timeZone", "Asia/Kolkata");
    await addIdentifier(site, "E200-3412-0123", {
      type: "RFID",
      lp: "mh12ab1234",
      vehicleType: "FORKLIFT",
      ownerName: "Asha Rao",
      ownerEmail: "asha@example.com",
      orgName: "Lakeside",
      parkingId: "P-14",
      validFrom: "2026-01-01T00:00:00Z",
      validTo: "2066-12-31T18:29:00Z",
    });
    await addIdentifier(site, "KA05MN0042");
    await operator.goto(identifiersPage);
    await expect(operator.getByRole("columnheader")).toHaveText([
      "#",
      "Plate/Tag",
      "Type",
      "License plate",
      "Vehicle type",
      "Owner",
      "Organisation",
      "Parking ID",
      "Valid from",
      "Valid to",
      "Last seen",
      "Actions",
    ]);
    await expect(identifierRow(operator, "E20034120123").getByRole("cell")).toHaveText([
      "2",
      "E20034120123",
      "RFID",
      "MH12AB1234",
      "FORKLIFT",
      "Asha Raoasha@example.com",
      "Lakeside",
      "P-14",
      "1 Jan 2026, 05:30",
      "31 Dec 2066, 23:59Valid",
      "Never",
      "",
    ]);
    await expect(identifierRow(operator, "KA05MN0042").getByRole("cell")).toHaveText([
      "1",
      "KA05MN0042",
      "Plate",
      "–",
      "Car",
      "–",
      "–",
      "–",
      "–",
      "No endValid",
      "Never",
      "",
    ]);
  });

  test("ID-1 pages have a hundred numbered rows and the exact total; a page stays until the next has loaded", async ({
    site,
    operator,
  }) => {
    await sendIdentifiers(
      site,
      "CLOUD",
      Array.from({ length: 1230 }, (_, number) => `KA 01 AB ${1000 + number}`),
    );
    await operator.goto(`${identifiersPage}?tab=CLOUD`);
    const table = operator.getByRole("table", { name: "IDs added from Cloud" });
    const numbers = table.locator("tbody td:first-child");
    const pager = operator.getByRole("navigation", { name: "Pages" });
    await expect(operator.getByText("1,230 identifiers")).toBeVisible();
    await expect(pager).toContainText("Page 1/13");
    await expect(numbers).toHaveCount(100);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await operator.route("**/api/ac/ids?*page=1*", async (route) => {
      await held;
      await route.continue();
    });
    await pager.getByRole("button", { name: "Next" }).click();
    await expect(table).toHaveAttribute("aria-busy", "true");
    await expect(numbers.first()).toHaveText("1");
    release();
    await expect(numbers.first()).toHaveText("101");
    await expect(table).toHaveAttribute("aria-busy", "false");
    await expect(pager).toContainText("Page 2/13");
    await operator.reload();
    await expect(numbers.last()).toHaveText("200");
    await operator.goto(`${identifiersPage}?tab=CLOUD&page=999`);
    await expect(pager).toContainText("Page 13/13");
    await expect(numbers.last()).toHaveText("1,230");
  });
});

test.describe("ID-1 search and filters", () => {
  test("ID-1 search matches any part of plate, tag, owner or organisation, in every source", async ({
    site,
    operator,
  }) => {
    await addIdentifier(site, "MH 12 AB 1234", { ownerName: "Asha Rao", orgName: "Lakeside" });
    await addIdentifier(site, "E2003412", { type: "RFID", lp: "DL 3C BC 7" });
    await sendIdentifiers(site, "CLOUD", ["MH 12 CD 1234"]);
    await operator.goto(identifiersPage);
    await expect(operator.getByText("2 identifiers")).toBeVisible();
    await operator.keyboard.press("/");
    const search = operator.getByRole("searchbox", { name: searchBox });
    await expect(search).toBeFocused();
    await search.fill("12-ab");
    await expect(operator.getByText("1 identifier", { exact: true })).toBeVisible();
    await expect(identifierRow(operator, "MH12AB1234")).toBeVisible();
    await search.fill("003412");
    await expect(identifierRow(operator, "E2003412")).toBeVisible();
    await expect(identifierRow(operator, "MH12AB1234")).toBeHidden();
    await search.fill("asha");
    await expect(identifierRow(operator, "MH12AB1234")).toBeVisible();
    await search.fill("lakes");
    await expect(operator.getByText("1 identifier", { exact: true })).toBeVisible();
    await search.fill("mh12");
    await expect(operator).toHaveURL(/q=mh12/);
    await operator.getByRole("tab", { name: "Cloud", exact: true }).click();
    await expect(identifierRow(operator, "MH12CD1234")).toBeVisible();
    await search.fill("nowhere");
    await expect(operator.getByText("Nothing found")).toBeVisible();
    await operator.getByRole("button", { name: "Clear search" }).click();
    await expect(search).toHaveValue("");
    await expect(identifierRow(operator, "MH12CD1234")).toBeVisible();
  });

  test("ID-1 filters show identifiers that expire soon, have expired or were never seen", async ({
    site,
    operator,
  }) => {
    await addIdentifier(site, "SOON 1", { validTo: daysFromNow(3.5) });
    await addIdentifier(site, "OVER 1", { validTo: daysFromNow(-1) });
    await addIdentifier(site, "LATER 1", { validFrom: daysFromNow(5), validTo: daysFromNow(500) });
    await operator.goto(identifiersPage);
    await expect(identifierRow(operator, "SOON1")).toContainText("Expires in 3 days");
    await expect(identifierRow(operator, "OVER1")).toContainText("Expired");
    await expect(identifierRow(operator, "LATER1")).toContainText("Not yet valid");
    const chip = (name: string) => operator.getByRole("group", { name: "Filters" }).getByRole("button", { name });
    await chip("Expiring soon").click();
    await expect(operator.getByText("1 identifier", { exact: true })).toBeVisible();
    await expect(identifierRow(operator, "SOON1")).toBeVisible();
    await expect(operator).toHaveURL(/filter=expiring/);
    await chip("Expired").click();
    await expect(chip("Expiring soon")).toHaveAttribute("aria-pressed", "false");
    await expect(identifierRow(operator, "OVER1")).toBeVisible();
    await expect(identifierRow(operator, "SOON1")).toBeHidden();
    await operator.reload();
    await expect(chip("Expired")).toHaveAttribute("aria-pressed", "true");
    await expect(operator.getByText("1 identifier", { exact: true })).toBeVisible();
    await chip("Expired").click();
    await expect(operator.getByText("3 identifiers")).toBeVisible();
    await chip("Never seen").click();
    await expect(operator).toHaveURL(/filter=never-seen/);
    await expect(operator.getByText("3 identifiers")).toBeVisible();
  });
});

test("axe finds no violations on the identifiers", async ({ site, operator }) => {
  await addIdentifier(site, "E2003412012345678901", { type: "RFID", lp: "MH 12 AB 1234", ownerName: "Asha Rao" });
  await addIdentifier(site, "MH 12 AB 1234", { validTo: daysFromNow(3), ownerEmail: "asha@example.com" });
  await addIdentifier(site, "KA 05 MN 0042", { validTo: daysFromNow(-3), orgName: "Lakeside" });
  await addIdentifier(site, "KA 05 MN 0043", { validFrom: daysFromNow(3) });
  await operator.goto(`${identifiersPage}?filter=never-seen`);
  await expect(identifierRow(operator, "KA05MN0043")).toBeVisible();
  await test.step("a tablet has fewer columns, and needs no scrolling to reach the actions", async () => {
    await operator.setViewportSize(tablet);
    await expect(operator.getByRole("columnheader", { name: "Organisation", exact: true })).toHaveCount(0);
    await expect(operator.getByRole("button", { name: "Delete KA 05 MN 0042" })).toBeInViewport({ ratio: 1 });
  });
  await expectAccessible(operator);
  await test.step("the form with errors and warnings", async () => {
    await operator.goto(`${identifiersPage}?open=identifiers.new`);
    const form = dialog(operator, "Add Identifier");
    await plateField(form).fill("MH 12 A8 1234");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(form.getByText("Required", { exact: true })).toBeVisible();
    await expect(form.getByText(/Could be misread/)).toBeVisible();
    await expectAccessible(operator);
  });
});
