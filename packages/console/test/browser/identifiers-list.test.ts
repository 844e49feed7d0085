import { identifierOrigins, identifierOriginTexts } from "@gatehouse/contract/entities/identifier/identifier";
import { addIdentifier, identifierRow, identifiersPage } from "@gatehouse/e2e/identifiers";
import { expect, test } from "./console-test.ts";
import { addOf, answerIdentifiers } from "./fake-identifiers.ts";

const _searchBox = "Search plate, tag, owner or organisation";

test.beforeEach(({ site }) => {
  answerIdentifiers(site);
  return site.switchOn("ANPR_ACCESS_CONTROL");
});

test("SHELL-1 the buttons of the list show their labels on a phone", async ({ operator }) => {
  await operator.setViewportSize({ width: 390, height: 844 });
  await operator.goto(identifiersPage);
  await expect(operator.getByRole("button", { name: "Import CSV" }).first()).toBeVisible();
  const clipped = await operator.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main button span")]
      .filter((label) => label.scrollWidth > label.clientWidth && label.clientWidth > 0)
      .map((label) => label.textContent),
  );
  expect(clipped).toEqual([]);
});

test.describe("ID-1 ID-2 the sources", () => {
  test("ID-1 ID-2 each source has its heading and identifiers; only those of Admin can be edited", async ({
    site,
    operator,
  }) => {
    addOf(site, "BLM_CLOUD", { iid: "MH 12 AB 0001" });
    addOf(site, "CLOUD", { iid: "MH 12 AB 0002" });
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
      validFrom: "2026-01-01T00:00:00.000Z",
      validTo: "2066-12-31T18:29:00.000Z",
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
    for (let number = 1000; number < 2230; number += 1) addOf(site, "CLOUD", { iid: `KA 01 AB ${number}` });
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
