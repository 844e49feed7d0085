import { expectScreensAccessible } from "../src/axe.ts";
import { screenGroups, seedScreens, wideScreen } from "../src/screens.ts";
import { test } from "../src/test.ts";

for (const [what, screens] of Object.entries(screenGroups)) {
  test(`axe finds no violations on ${what}`, async ({ site, operator }) => {
    await seedScreens(site);
    await expectScreensAccessible(operator, screens);
  });
}

test("axe finds no violations on a folded menu", async ({ site, operator }) => {
  await seedScreens(site);
  await expectScreensAccessible(operator, [wideScreen]);
});
