import { banner, card, control, dialog } from "@gatehouse/e2e/page-parts";
import { expect, signInAs, test } from "./console-test.ts";

test("NOTE-1 a guard can't see the settings", async ({ site, page }) => {
  signInAs(page, site, "gina", { role: "guard" });
  await page.goto("/settings/notifications");
  await expect(page.getByText("Not available to you", { exact: true })).toBeVisible();
  await expect(card(page, "Rules")).toBeHidden();
});

test("a webhook's form says that its secret is stored, and keeps it", async ({ site, operator }) => {
  const { id } = site.add("POST /notifications/webhooks", {
    name: "Desk",
    url: "https://desk.example.com/",
  }) as { id: number };
  const sent: unknown[] = [];
  site.respond("PUT /notifications/webhooks/{id}", ({ body }) => {
    sent.push(body);
    return site.find("/notifications/webhooks", id) as never;
  });
  await operator.goto(`/settings/notifications?open=notification_webhooks.${id}`);
  const form = dialog(operator, "Edit webhook");
  const secret = control(form, "Signing secret");
  await expect(secret).toHaveValue("");
  await expect(secret).toHaveAttribute("placeholder", "•••••••• (stored)");
  await control(form, "Name").fill("Front desk");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Webhook")).toBeVisible();
  expect(sent).toEqual([{ name: "Front desk", url: "https://desk.example.com/" }]);
});
