import { expectAccessible } from "../src/axe.ts";
import { addReader } from "../src/hardware.ts";
import { blockLiveUpdates, waitForLiveUpdates } from "../src/live-updates.ts";
import { card, dialog } from "../src/page-parts.ts";
import type { Site } from "../src/site.ts";
import { expect, test } from "../src/test.ts";
import { addDynamic, correctVariable, drawer, findVariable } from "../src/variables.ts";

test.beforeEach(({ site }) => site.switchOn("REPORTING", "RFID_ACCESS_CONTROL"));

/** Maps the count of a reader. */
async function mapEntries(site: Site, maxValue: number) {
  await addReader(site, "Gate reader", "N");
  const entries = await findVariable(site, "rfid-ac", "Gate reader Entry");
  const inside = await addDynamic(site, "rfid-ac", "Inside", [entries]);
  await site.call("POST /variables/{id}/dashboard-mapping", {
    params: { id: inside.id },
    body: { displayName: "Cars inside", maxValue },
  });
  return { entries, inside };
}

test.describe("REP-8 the dashboard", () => {
  test("REP-8 a mapped variable is a gauge with its name and maximum, live and over the day", async ({
    site,
    operator,
  }) => {
    const { entries } = await mapEntries(site, 50);
    await operator.goto("/reporting");
    await waitForLiveUpdates(operator);
    const gauge = card(operator, "Dashboard").getByRole("article", { name: "Cars inside" });
    const meter = gauge.getByRole("meter", { name: "Cars inside" });
    await expect(meter).toHaveAttribute("aria-valuetext", "0 of 50");
    await correctVariable(site, entries, 12, "Counted");
    await expect(meter).toHaveAttribute("aria-valuetext", "12 of 50");
    await expect(gauge.getByText("of 50", { exact: true })).toBeVisible();
    await expect(gauge.getByRole("img", { name: "Cars inside today: 12 now, lowest 0, highest 12" })).toBeVisible();
    await gauge.getByText("Values of Cars inside").click();
    const rows = gauge.getByRole("table", { name: "Values of Cars inside today" }).getByRole("row");
    await expect(rows.nth(1).getByRole("cell").last()).toHaveText("12");
    await expect(rows.last().getByRole("cell")).toHaveText(["00:00", "0"]);
    await expectAccessible(operator);
    await gauge.getByRole("link", { name: "Behind Inside" }).click();
    await expect(drawer(operator)).toBeVisible();
  });

  test("REP-8 a value above the maximum is marked", async ({ site, operator }) => {
    const { entries } = await mapEntries(site, 10);
    await correctVariable(site, entries, 12, "Counted");
    await operator.goto("/reporting");
    await expect(operator.getByText("Above maximum", { exact: true })).toBeVisible();
    await expect(operator.getByRole("meter")).toHaveAttribute("aria-valuetext", "12 of 10, above maximum");
    await expectAccessible(operator);
  });

  test("REP-8 without a mapping it links to the variables, and a mapping appears live", async ({ site, operator }) => {
    await operator.goto("/reporting");
    await expect(operator.getByText("No variable is mapped to the dashboard")).toBeVisible();
    await waitForLiveUpdates(operator);
    await mapEntries(site, 50);
    await expect(operator.getByRole("meter", { name: "Cars inside" })).toBeVisible();
  });

  test("REP-8 the link of the empty dashboard opens the variables", async ({ operator }) => {
    await operator.goto("/reporting");
    await operator.getByRole("link", { name: "Map a variable" }).click();
    await expect(operator).toHaveURL("/access-control/rfidos/variables");
  });

  test("REP-8 a gauge without a maximum links to its mapping", async ({ site, operator }) => {
    const { inside } = await mapEntries(site, 50);
    await operator.route("**/api/variables?scope=rfid-ac", async (route) => {
      const response = await route.fetch();
      const variables = (await response.json()) as object[];
      await route.fulfill({ json: variables.map((variable) => ({ ...variable, maxValue: null })) });
    });
    await operator.goto("/reporting");
    await expect(operator.getByText("No maximum set.")).toBeVisible();
    await expect(operator.getByRole("meter")).toHaveCount(0);
    await operator.getByRole("link", { name: "Set maximum" }).click();
    await expect(dialog(operator, "Change dashboard mapping")).toBeVisible();
    await expect(operator).toHaveURL(`/access-control/rfidos/variables?open=mappings.${inside.id}`);
  });

  const failures = [
    ["the variables", "**/api/variables?scope=rfid-ac", "Failed to fetch variables"],
    ["the values of today", "**/api/variables/dashboard", "Failed to fetch the dashboard"],
  ] as const;
  for (const [what, path, text] of failures) {
    test(`REP-8 a failure to load ${what} is shown and can be retried`, async ({ site, operator }) => {
      await mapEntries(site, 50);
      await operator.route(path, (route) => route.fulfill({ status: 404, body: "" }));
      // The first live connection refetches: only "Try again" may.
      await blockLiveUpdates(operator);
      await operator.goto("/reporting");
      await expect(operator.getByRole("alert")).toContainText(text);
      await operator.unroute(path);
      await operator.getByRole("button", { name: "Try again" }).click();
      await expect(operator.getByRole("img", { name: /^Cars inside today: 0 now/ })).toBeVisible();
      await expect(operator.getByRole("alert")).toHaveCount(0);
    });
  }

  test("REP-8 MOD-3 it is hidden while RFID access control is off", async ({ site, operator }) => {
    await site.switchOn("REPORTING");
    await operator.goto("/reporting");
    await expect(operator.getByRole("combobox", { name: "Report Types" })).toBeVisible();
    await expect(card(operator, "Dashboard")).toHaveCount(0);
  });
});
