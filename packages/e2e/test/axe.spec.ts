import AxeBuilder from "@axe-core/playwright";
import { furnish, gallery, narrowOnly, type Screen, show, wideOnly } from "../src/gallery.ts";
import { expect, test } from "../src/test.ts";

const standard = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const mostShift = 0.05;

const sizes: readonly { viewport: { width: number; height: number }; screens: readonly Screen[] }[] = [
  { viewport: { width: 1440, height: 900 }, screens: [...gallery, wideOnly] },
  { viewport: { width: 390, height: 844 }, screens: [...gallery, ...narrowOnly] },
];

for (const { viewport, screens } of sizes) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    for (const screen of screens) {
      test(`axe finds nothing on ${screen.name}, light or dark, at ${viewport.width} px`, async ({ site, page }) => {
        await furnish(site);
        await show(page, site, screen);
        expect(await findings(new AxeBuilder({ page }).withTags(standard))).toEqual([]);
        // The other theme changes colours and nothing else.
        await page.emulateMedia({ colorScheme: "dark" });
        await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
        expect(await findings(new AxeBuilder({ page }).withRules("color-contrast"))).toEqual([]);
      });
    }

    test(`/configurations does not jump while it loads at ${viewport.width} px`, async ({ site, operator }) => {
      await furnish(site);
      await operator.addInitScript(observeShift);
      await operator.goto("/configurations");
      await expect(operator.getByRole("textbox", { name: "Value of retentionDays" })).toBeVisible();
      await expect(operator.getByText("Connected")).toBeAttached();
      expect(await operator.evaluate("shiftSum")).toBeLessThanOrEqual(mostShift);
    });

    test(`no page is wider than the screen at ${viewport.width} px`, async ({ site, operator }) => {
      await furnish(site);
      await operator.goto("/configurations");
      await expect(operator.getByRole("textbox", { name: "Value of retentionDays" })).toBeVisible();
      expect(await operator.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    });
  });
}

/** Each finding with the elements it is about. */
async function findings(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  );
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
