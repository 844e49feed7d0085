import { expectAccessible } from "../src/axe.ts";
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
