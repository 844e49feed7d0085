import { readFile } from "node:fs/promises";
import { addIdentifier, identifiersPage, plateButton } from "../src/identifiers.ts";
import { banner } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

test.describe("ID-5 deleting, failures and the live table", () => {
  test.describe("with a clipboard", () => {
    test.use({ permissions: ["clipboard-read", "clipboard-write"] });

    test("ID-6 a plate is copied normalized, and its tooltip shows the original", async ({ site, operator }) => {
      await addIdentifier(site, "mh-12 ab-1234");
      await operator.goto(identifiersPage);
      const plate = plateButton(operator, "MH12AB1234");
      await expect(plate).toHaveAttribute("title", /mh-12 ab-1234/);
      await plate.click();
      await expect(banner(operator, "Copied")).toBeVisible();
      expect(await operator.evaluate(() => navigator.clipboard.readText())).toBe("MH12AB1234");
    });
  });

  test("ID-5 an export contains the filtered identifiers", async ({ site, operator }) => {
    await addIdentifier(site, "MH 12 AB 1234", { ownerName: "=1+1" });
    await addIdentifier(site, "KA 05 MN 0042");
    await operator.goto(`${identifiersPage}?q=mh12`);
    await expect(operator.getByText("1 identifier", { exact: true })).toBeVisible();
    const saved = operator.waitForEvent("download");
    await operator.getByRole("button", { name: "Export CSV" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^identifiers-admin-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await file.path(), "utf8");
    expect(text).toContain("MH 12 AB 1234");
    expect(text).toContain("'=1+1");
    expect(text).not.toContain("KA 05 MN 0042");
    await operator.route("**/api/ac/ids/export?*", (route) => route.fulfill({ status: 500, body: "" }));
    await operator.getByRole("button", { name: "Export CSV" }).click();
    await expect(banner(operator, "Failed to export identifiers")).toBeVisible();
  });
});
