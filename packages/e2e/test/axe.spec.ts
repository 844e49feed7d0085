import { expectAccessibleNarrow, expectEachAccessible } from "../src/axe.ts";
import { beforeSignIn, furnish, galleries, narrowOnly, show, wideOnly } from "../src/gallery.ts";
import { expect, test } from "../src/test.ts";

const mostShift = 0.05;

test("axe finds nothing before signing in, wide or narrow, light or dark", ({ page }) =>
  expectEachAccessible(page, beforeSignIn));

for (const [what, screens] of Object.entries(galleries)) {
  test(`axe finds nothing on ${what}, wide or narrow, light or dark`, async ({ site, operator }) => {
    await furnish(site);
    await expectEachAccessible(operator, screens);
  });
}

test("axe finds nothing on a folded menu, wide or narrow, light or dark", async ({ site, operator }) => {
  await furnish(site);
  await expectEachAccessible(operator, [wideOnly]);
});

test.describe("on a narrow screen", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  for (const screen of narrowOnly) {
    test(`axe finds nothing on ${screen.name}, light or dark`, async ({ site, operator }) => {
      await furnish(site);
      await show(operator, screen);
      await expectAccessibleNarrow(operator, screen.over?.(operator));
      await operator.emulateMedia({ colorScheme: "dark" });
      await expectAccessibleNarrow(operator, screen.over?.(operator));
    });
  }
});

for (const width of [1440, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test(`/configurations does not jump while it loads at ${width} px`, async ({ site, operator }) => {
      await furnish(site);
      await operator.addInitScript(observeShift);
      await operator.goto("/configurations");
      await expect(operator.getByRole("textbox", { name: "Value of retentionDays" })).toBeVisible();
      await expect(operator.getByText("Connected")).toBeAttached();
      expect(await operator.evaluate("shiftSum")).toBeLessThanOrEqual(mostShift);
    });
  });
}

/** Adds up in the page how far things moved without anybody having done anything. */
function observeShift(): void {
  type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  let sum = 0;
  Object.defineProperty(globalThis, "shiftSum", { get: () => sum });
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as LayoutShift[]) if (!shift.hadRecentInput) sum += shift.value;
  }).observe({ type: "layout-shift", buffered: true });
}
