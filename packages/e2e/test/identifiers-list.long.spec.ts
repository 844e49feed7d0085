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
