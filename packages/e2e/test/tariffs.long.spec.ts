import { expectAccessible } from "../src/axe.ts";
import { addGate } from "../src/hardware.ts";
import { banner, card, dialog, field, openDialog } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

test("REP-4 a tariff is edited in the site's currency with live examples, and each change is a version", async ({
  site,
  operator,
}) => {
  await site.switchOn("REPORTING");
  await operator.goto("/tariffs");
  const form = await openDialog(operator, "Add tariff");
  const examples = form.getByRole("region", { name: "Worked examples", exact: true });
  await field(form, "Name").fill("Cars");
  await expect(examples).toContainText("Complete the rates");
  const step = form.getByRole("group", { name: "Step 1", exact: true });
  await field(step, "Price").fill("two");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(step.getByText("Enter an amount such as 12.50")).toBeVisible();
  await field(step, "Price").fill("2.5");
  await expect(examples).toContainText("2 hours€5.002 periods");
  await field(form, "Daily maximum").fill("15");
  await expect(examples).toContainText("8 hours€15.008 periods, daily maximum reached");
  await expectAccessible(operator, form);
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(banner(operator, "Tariff added")).toBeVisible();
  const [saved] = await site.call("GET /tariffs", {});
  expect(saved?.rates).toMatchObject({ dailyCap: 1500, steps: [{ fromMinute: 0, periodMinutes: 60, price: 250 }] });

  const row = card(operator, "Tariffs").getByRole("button", { name: /^Cars/ });
  await row.click();
  const edited = dialog(operator, "Edit tariff");
  await field(edited, "Daily maximum").fill("12");
  await edited.getByRole("button", { name: "Save", exact: true }).click();
  await expect(row).toContainText("at most €12.00 per 24 h");
  await row.click();
  await expect(card(operator, "Versions").getByRole("listitem")).toHaveCount(2);
});

test("REP-4 a stay is opened from the Fare Report, and its fare reduced with a reason", async ({ site, operator }) => {
  await site.switchOn("REPORTING", "ANPR_ACCESS_CONTROL");
  await site.call("PUT /configs/reports/types", { body: { reportTypes: ["FARE"] } });
  const rates = { freeMinutes: 0, steps: [{ fromMinute: 0, periodMinutes: 60, price: 500 }] };
  await site.call("POST /tariffs", { body: { name: "Cars", validFrom: "2020-01-01", rates } });
  const [entry, exit] = [await addGate(site, "In", { type: "N" }), await addGate(site, "Out", { type: "X" })];
  await site.seed.pastTraffic({ days: 3, passagesPerDay: 30, entries: [entry.id], exits: [exit.id] });
  const dayMs = 86_400_000;
  const query = {
    from: new Date(Date.now() - 10 * dayMs).toISOString(),
    to: new Date(Date.now() + dayMs).toISOString(),
  };
  // The server pairs entries with exits and computes fares in the background.
  const loadFirst = async () =>
    (await site.call("GET /reports/{type}", { params: { type: "FARE" }, query })).rows.find(
      ({ gross }) => Number(gross) >= 500,
    );
  await expect.poll(loadFirst, { timeout: 30_000 }).toBeDefined();
  const stay = (await loadFirst())?.stay;
  await operator.goto(`/reports/FARE?period=custom&from=${query.from}&to=${query.to}`);
  await operator.getByRole("link", { name: `Stay ${stay}`, exact: true }).click();
  const sheet = dialog(operator, `Stay ${stay}`);
  await field(sheet, "Discount").fill("1.5");
  await sheet.getByRole("button", { name: "Give discount", exact: true }).click();
  await expect(sheet.getByText("Enter a reason", { exact: true })).toBeVisible();
  await field(sheet, "Reason").fill("Voucher");
  await field(sheet, "Discount").fill("999999");
  await sheet.getByRole("button", { name: "Give discount", exact: true }).click();
  await expect(sheet.getByText(/^At most €[\d,.]+: this is left of the fare$/)).toBeVisible();
  await field(sheet, "Discount").fill("1.5");
  await sheet.getByRole("button", { name: "Give discount", exact: true }).click();
  const reductions = sheet.getByRole("region", { name: "Reductions", exact: true }).getByRole("listitem");
  await expect(reductions).toHaveText([/^Discount of €1\.50: Voucher/]);
  await expectAccessible(operator, sheet);
  await field(sheet, "Reason").fill("Barrier fault");
  await sheet.getByRole("button", { name: "Waive the rest", exact: true }).click();
  await expect(reductions).toHaveText([/^Discount/, /^Waived: Barrier fault/]);
  await expect(sheet.getByRole("button", { name: "Waive the rest", exact: true })).toHaveCount(0);
  await operator.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(operator.getByText("Discounts", { exact: true }).first()).toBeVisible();
  await expect(operator.getByRole("row").filter({ hasText: "Voucher; Barrier fault" })).toHaveCount(1);
});
