import { expectScreensAccessible } from "../src/axe.ts";
import { dialog } from "../src/page-parts.ts";
import type { Screen } from "../src/screens.ts";
import { test } from "../src/test.ts";
import { addCarPark, addDynamic, drawer, equation, variablePages, variableRow } from "../src/variables.ts";

const path = variablePages.cc;

const screens: readonly Screen[] = [
  {
    name: "variables",
    path,
    prepare: (page) => page.getByRole("button", { name: "Base Variables" }).click(),
    shows: (page) => variableRow(page, "Ramp in 4w Entry"),
  },
  {
    name: "an open equation",
    isRepresentative: true,
    path,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Edit Free" }).click();
      const form = dialog(page, "Edit dynamic variable");
      await form.getByRole("button", { name: "Add example" }).click();
      await equation(form).fill("ra");
    },
    shows: (page) => page.getByRole("option").first(),
  },
  {
    name: "what is behind a number",
    path,
    prepare: async (page) => {
      await page.getByRole("button", { name: "98: what is behind Free" }).click();
      await drawer(page).getByRole("button", { name: "Correct value" }).click();
    },
    shows: (page) => drawer(page).getByText("Counted").first(),
  },
];

test("axe finds no violations on variables", async ({ site, operator }) => {
  await site.switchOn("CAMERA_COUNTING");
  const { capacity, entries, exits } = await addCarPark(site);
  await addDynamic(site, "cc", "Free", [capacity, ["-", entries], ["+", exits]]);
  await expectScreensAccessible(operator, screens);
});
