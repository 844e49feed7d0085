import { addBarrier, addBuzzer, addGrid, addReader } from "../src/hardware.ts";
import { answerConfirmation, banner, card, control, fillIn, openDialog } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

test.describe("MOD-2 commissioning", () => {
  test("MOD-2 commissions the hardware and shows the number of each kind", async ({ site, operator }) => {
    await addBarrier(site, "1", "North boom");
    await addReader(site, "Entry reader", "N");
    await addGrid(site);
    await operator.goto("/settings");
    const commissioning = card(operator, "PZApp Commissioning");
    await expect(commissioning).toContainText("Nothing has been commissioned yet.");
    await commissioning.getByRole("button", { name: "Commission devices" }).click();
    await expect(banner(operator, "Devices commissioned")).toBeVisible();
    await expect(commissioning).toContainText("just now by admin");
    await expect(commissioning).toContainText("3: 1 sensor, 1 boom barrier, 0 buzzers, 1 display");
    await expect(commissioning).toContainText("Not yet");
  });

  test("MOD-2 shows when the configuration was fetched", async ({ site, operator }) => {
    const { key } = await site.call("POST /integration-keys", { body: { name: "App", purpose: "commissioning" } });
    await site.call("POST /pzapp/commission", {});
    await fetch(`${site.address}/api/pzapp/config`, { headers: { authorization: `Bearer ${key}` } });
    await operator.goto("/settings");
    await expect(card(operator, "PZApp Commissioning")).not.toContainText("Not yet");
  });

  test("MOD-2 shows rejected hardware with the reason", async ({ site, operator }) => {
    await addBuzzer(site, "1", "Horn");
    await addBuzzer(site, "2", "Same relay");
    await operator.goto("/settings");
    const commissioning = card(operator, "PZApp Commissioning");
    await commissioning.getByRole("button", { name: "Commission devices" }).click();
    await expect(commissioning).toContainText("refused");
    await expect(commissioning.getByRole("listitem").filter({ hasText: "Same relay: " })).toBeVisible();
  });
});

test.describe("INT-4 keys of other systems", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("INT-4 a key is shown once, copied, and works until it is revoked", async ({ site, operator }) => {
    await operator.goto("/settings");
    const form = await openDialog(operator, "Create key");
    await form.getByRole("button", { name: "Create key" }).click();
    await expect(control(form, "Name")).toHaveAccessibleDescription("Required");
    await expect(control(form, "For")).toHaveAccessibleDescription("Required");
    await fillIn(form, { Name: "Cloud" });
    await control(form, "For").selectOption("Integration: sends reservations and identifiers");
    await control(form, "Name").press("Enter");
    await expect(form.getByRole("status")).toContainText("Copy the key now");
    await expect(form.getByRole("button", { name: "Copy" })).toBeFocused();
    await operator.keyboard.press("Escape");
    await answerConfirmation(operator, "The key was not copied and cannot be shown again. Close anyway?", "No");
    const key = (await form.getByRole("code").textContent()) ?? "";
    await form.getByRole("button", { name: "Copy" }).click();
    await expect(form.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await operator.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await form.getByRole("button", { name: "Done" }).click();
    await expect(form).toBeHidden();
    await expect(operator.getByText(key)).toBeHidden();

    const send = () =>
      fetch(`${site.address}/api/integrations/reservations`, {
        method: "PUT",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ reservations: [] }),
      }).then(({ status }) => status);
    expect(await send()).toBe(200);
    await operator.getByRole("button", { name: "Revoke Cloud" }).click();
    await answerConfirmation(operator, "Are you sure you want to revoke: Cloud?", "Yes");
    await expect(banner(operator, "Key revoked")).toBeVisible();
    await expect(operator.getByRole("row", { name: /Cloud/ })).toContainText("Revoked");
    expect(await send()).toBe(401);
  });
});
