import type { Page } from "@playwright/test";
import { addConfig } from "../src/configs.ts";
import { addLane } from "../src/hardware.ts";
import { banner, dialog, field } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

test.describe("SHELL-2 banners", () => {
  const good = "Module activation status updated";
  const bad = "Could not update module activation status";
  const statusCall = "**/api/configs/module-activation-status";
  const save = (page: Page) => page.getByRole("button", { name: "Save" }).click();
  test.beforeEach(async ({ operator }) => {
    await operator.clock.install();
    await operator.goto("/settings");
    await operator.getByRole("switch", { name: "Reporting" }).press("Space");
    // From here on, the page's clock only moves when the test moves it.
    await operator.clock.pauseAt(new Date(Date.now() + 60_000));
  });

  test("SHELL-2 a success is visible after 4900 ms and closes after 5000 ms", async ({ operator }) => {
    await save(operator);
    await expect(banner(operator, good)).toBeVisible();
    await operator.clock.runFor(4_900);
    await expect(banner(operator, good)).toBeVisible();
    await operator.clock.runFor(100);
    await expect(banner(operator, good)).toBeHidden();
  });

  test("SHELL-2 a success can be dismissed", async ({ operator }) => {
    await save(operator);
    await banner(operator, good).getByRole("button", { name: "Dismiss" }).click();
    await expect(banner(operator, good)).toBeHidden();
  });

  test("SHELL-2 an error stays until it is dismissed", async ({ operator }) => {
    await operator.route(statusCall, (route) => route.fulfill({ status: 500, body: "" }));
    await save(operator);
    await expect(banner(operator, bad)).toBeVisible();
    await operator.clock.fastForward(10 * 60_000);
    await expect(banner(operator, bad)).toBeVisible();
    await banner(operator, bad).getByRole("button", { name: "Dismiss" }).click();
    await expect(banner(operator, bad)).toBeHidden();
  });
});

test("SHELL-3 the first Yes/No dialog returns the focus, if its code arrived late", async ({ site, operator }) => {
  await addConfig(site, "phone", "STRING", "123");
  const remove = operator.getByRole("button", { name: "Delete phone" });
  // The script of the dialog is one of several: it is known by a text that only the dialog has.
  const isAsked = Promise.withResolvers<void>();
  const mayArrive = Promise.withResolvers<void>();
  await operator.route("**/assets/*.js", async (route) => {
    const response = await route.fetch();
    if (/\bPlease confirm\b[^ ]/.test(await response.text())) {
      isAsked.resolve();
      await mayArrive.promise;
    }
    await route.fulfill({ response });
  });
  await operator.goto("/configurations");
  await isAsked.promise;
  await remove.click();
  mayArrive.resolve();
  await operator.getByRole("button", { name: "No" }).click();
  await expect(remove).toBeFocused();
});

test("SHELL-3 a double click and a held Enter key do not answer what they ask", async ({ site, operator }) => {
  await site.switchOn("OSD");
  await addLane(site, "Ramp A");
  await operator.goto("/overspeed-detection/lanes-cameras");
  await operator.getByRole("button", { name: "Ramp A" }).dblclick();
  await expect(field(operator, "Name")).toHaveValue("Ramp A");
  const asked = dialog(operator, "Please confirm");
  const remove = operator.getByRole("button", { name: "Delete", exact: true });
  await remove.dblclick();
  await expect(asked.getByRole("button", { name: "No" })).toBeFocused();
  await asked.getByRole("button", { name: "No" }).click();
  await expect(asked).toBeHidden();
  await remove.focus();
  for (let press = 0; press < 4; press++) {
    await operator.keyboard.down("Enter");
    await expect(asked.getByRole("button", { name: "No" })).toBeFocused();
  }
  await operator.keyboard.up("Enter");
  await operator.mouse.click(5, 5);
  await expect(asked).toBeHidden();
  await expect(field(operator, "Name")).toHaveValue("Ramp A");
});
