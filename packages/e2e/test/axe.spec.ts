import { expectAccessibleNarrow, expectScreensAccessible } from "../src/axe.ts";
import { maxShift, observeShift, readShift } from "../src/layout-shift.ts";
import { narrowScreens, openScreen, seedScreens, signedOutScreens } from "../src/screens.ts";
import { expect, test } from "../src/test.ts";

test("axe finds no violations before sign-in", ({ page }) => expectScreensAccessible(page, signedOutScreens));

test.describe("on a narrow screen", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  for (const screen of narrowScreens) {
    test(`axe finds no violations on ${screen.name}, light or dark`, async ({ site, operator }) => {
      await seedScreens(site);
      await openScreen(operator, screen);
      await expectAccessibleNarrow(operator, screen.overlay?.(operator));
      await operator.emulateMedia({ colorScheme: "dark" });
      await expectAccessibleNarrow(operator, screen.overlay?.(operator));
    });
  }
});

for (const width of [1440, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test(`/configurations does not jump while it loads at ${width} px`, async ({ site, operator }) => {
      await seedScreens(site);
      await observeShift(operator);
      await operator.goto("/configurations");
      await expect(operator.getByRole("textbox", { name: "Value of retentionDays" })).toBeVisible();
      await expect(operator.getByText("Connected", { exact: true })).toBeAttached();
      expect(await readShift(operator)).toBeLessThanOrEqual(maxShift);
    });
  });
}
