import type { Page } from "@gatehouse/e2e/browser-commands";
import { addConfig } from "@gatehouse/e2e/configs";
import { addLane } from "@gatehouse/e2e/hardware";
import { addIdentifier, identifiersPage } from "@gatehouse/e2e/identifiers";
import { banner, chooseAccountEntry, control, dialog, field } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";
import { answerIdentifiers } from "./fake-identifiers.ts";

/** Clicks outside a dialog. */
const clickOutside = (page: Page) => page.mouse.click(5, 5);

test("SHELL-2 a repeated error is one banner, the latest", async ({ operator }) => {
  await operator.goto("/settings");
  await operator.getByRole("switch", { name: "Reporting" }).press("Space");
  const errors = banner(operator, "Could not update module activation status");
  for (const requestId of ["11111111", "22222222"]) {
    await operator.route("**/api/configs/module-activation-status", (route) =>
      route.fulfill({ status: 500, json: { code: "server/unexpected", requestId } }),
    );
    await operator.getByRole("button", { name: "Save" }).click();
    await expect(errors).toContainText(requestId);
  }
});

test.describe("SHELL-3 the Yes/No dialog", () => {
  const ways: readonly [name: string, leave: (page: Page) => Promise<void>][] = [
    ["No", (page) => page.getByRole("button", { name: "No" }).click()],
    ["Escape", (page) => page.keyboard.press("Escape")],
    ["a click outside", clickOutside],
    ["its cross", (page) => page.getByRole("button", { name: "Close" }).click()],
  ];
  test("SHELL-3 only Yes runs the action; everything else closes the dialog and returns the focus", async ({
    site,
    operator,
  }) => {
    await addConfig(site, "phone", "STRING", "123");
    const asked = dialog(operator, "Please confirm");
    const remove = operator.getByRole("button", { name: "Delete phone" });
    await operator.goto("/configurations");
    for (const [name, leave] of ways) {
      await test.step(name, async () => {
        await remove.click();
        await expect(asked).toBeVisible();
        await expect(operator.getByRole("button", { name: "No" })).toBeFocused();
        await leave(operator);
        await expect(asked).toBeHidden();
        await expect(remove).toBeFocused();
      });
    }
    // It was not deleted: it can still be saved.
    await field(operator, "Value of phone").fill("456");
    await operator.getByRole("button", { name: "Save phone" }).click();
    await expect(banner(operator, "Successfully updated config")).toBeVisible();
    await remove.click();
    await operator.getByRole("button", { name: "Yes" }).click();
    await expect(field(operator, "Value of phone")).toBeHidden();
  });
});

test.describe("SHELL-3 modals", () => {
  const modal = (page: Page) => dialog(page, "Reset Password");
  test.beforeEach(async ({ operator }) => {
    await operator.goto("/configurations");
    await chooseAccountEntry(operator, "Reset Password");
    await expect(field(operator, "Password")).toBeFocused();
  });

  test("SHELL-3 Escape or a click outside closes a modal", async ({ operator }) => {
    await operator.keyboard.press("Escape");
    await expect(modal(operator)).toBeHidden();
    await chooseAccountEntry(operator, "Reset Password");
    await expect(field(operator, "Password")).toBeFocused();
    await clickOutside(operator);
    await expect(modal(operator)).toBeHidden();
  });

  test("SHELL-3 a modal with changes asks for confirmation before it closes", async ({ operator }) => {
    const asked = dialog(operator, "Please confirm");
    await field(operator, "Password").fill("half a pass");
    await operator.keyboard.press("Escape");
    await expect(asked).toContainText("You have unsaved changes. Close anyway?");
    await operator.getByRole("button", { name: "No" }).click();
    await expect(asked).toBeHidden();
    await expect(field(operator, "Password")).toHaveValue("half a pass");
    await operator.keyboard.press("Escape");
    await operator.getByRole("button", { name: "Yes" }).click();
    await expect(modal(operator)).toBeHidden();
    await chooseAccountEntry(operator, "Reset Password");
    await expect(field(operator, "Password")).toHaveValue("");
  });
});

test("SHELL-3 Escape closes a confirmation only, not the dialog under it", async ({ site, operator }) => {
  await site.switchOn("OSD");
  const lane = await addLane(site, "Ramp A");
  await operator.goto(`/overspeed-detection/lanes-cameras?open=lanes.${lane.id}`);
  const asked = dialog(operator, "Please confirm");
  const name = field(operator, "Name");
  const cancelDeletion = async () => {
    await operator.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(asked).toContainText("remove the lane");
    await expect(asked.getByRole("button", { name: "No" })).toBeFocused();
    await operator.keyboard.press("Escape");
    await expect(asked).toBeHidden();
  };
  await expect(name).toHaveValue("Ramp A");
  await cancelDeletion();
  await expect(name).toHaveValue("Ramp A");
  await name.fill("Ramp B");
  await cancelDeletion();
  await expect(name).toHaveValue("Ramp B");
  await operator.keyboard.press("Escape");
  await expect(asked).toContainText("unsaved changes");
  await operator.keyboard.press("Escape");
  await expect(asked).toBeHidden();
  await expect(name).toHaveValue("Ramp B");
  await operator.keyboard.press("Control+k");
  const palette = dialog(operator, "Search, or go to a page");
  await expect(palette).toBeVisible();
  await operator.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  await expect(asked).toBeHidden();
  await expect(name).toHaveValue("Ramp B");
});

test("SHELL-3 the focus returns to a record that a link opened, and stays near one that is deleted", async ({
  site,
  operator,
}) => {
  await site.switchOn("OSD");
  const { id } = await addLane(site, "Ramp A");
  await addLane(site, "Ramp B");
  for (const key of ["Escape", "Enter"]) {
    await operator.goto(`/overspeed-detection/lanes-cameras?open=lanes.${id}`);
    await expect(field(operator, "Name")).toBeFocused();
    await operator.keyboard.press(key);
    await expect(operator.getByRole("button", { name: "Ramp A" })).toBeFocused();
  }
  const deleteFocused = async () => {
    await operator.keyboard.press("Enter");
    // Each dialog takes the focus soon after it is shown.
    await expect(field(operator, "Name")).toBeFocused();
    await operator.getByRole("button", { name: "Delete", exact: true }).press("Enter");
    const asked = dialog(operator, "Please confirm");
    await expect(asked.getByRole("button", { name: "No" })).toBeFocused();
    await asked.getByRole("button", { name: "Yes" }).press("Enter");
  };
  await deleteFocused();
  await expect(operator.getByRole("button", { name: "Ramp A" })).toHaveCount(0);
  await expect(operator.getByRole("button", { name: "Ramp B" })).toBeFocused();
  await deleteFocused();
  await expect(operator.getByRole("button", { name: "Ramp B" })).toHaveCount(0);
  await expect(operator.getByRole("button", { name: /^Add/ }).first()).toBeFocused();
});

test("SHELL-3 the focus moves to a neighbouring row of a table when a record is deleted", async ({
  site,
  operator,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  answerIdentifiers(site);
  for (const iid of ["KA01AA0001", "KA01AA0002", "KA01AA0003"]) {
    await addIdentifier(site, iid);
    const body = { kind: "deny", type: "LICENSE_PLATE", iid, reason: "Unpaid fees" } as const;
    await site.call("POST /access/lists", { body });
  }
  const [entry] = await site.call("GET /access/lists", {});
  const rows = operator.getByRole("table").locator("tbody tr");
  const rowOf = (plate: string) => rows.filter({ hasText: plate });
  const expectNeighbours = async (remove: (plate: string) => Promise<void>) => {
    await expect(rows).toHaveCount(3);
    const [first = "", middle = "", last = ""] = (await rows.allTextContents()).map((text) => /000\d/.exec(text)?.[0]);
    for (const [plate, next] of [
      [middle, last],
      [last, first],
    ] as const) {
      await remove(plate);
      const asked = dialog(operator, "Please confirm");
      await expect(asked.getByRole("button", { name: "No" })).toBeFocused();
      await asked.getByRole("button", { name: "Yes" }).press("Enter");
      await expect(rowOf(plate)).toHaveCount(0);
      await expect(rowOf(next).getByRole("button").first()).toBeFocused();
    }
  };
  await operator.goto(`/access/lists?open=access_lists.${entry?.id}`);
  await expect(control(operator, "Type")).toBeFocused();
  await operator.keyboard.press("Escape");
  await expect(rowOf(entry?.iid.slice(-4) ?? "").getByRole("button")).toBeFocused();
  await expectNeighbours(async (plate) => {
    await rowOf(plate).getByRole("button").press("Enter");
    const form = dialog(operator, "Deny entry");
    await expect(control(form, "Type")).toBeFocused();
    await form.getByRole("button", { name: "Delete", exact: true }).press("Enter");
  });
  await operator.goto(identifiersPage);
  await expectNeighbours((plate) => rowOf(plate).getByRole("button", { name: "Delete" }).press("Enter"));
});

test("SHELL-3 each press of Escape counts, however fast", async ({ site, operator }) => {
  await site.switchOn("OSD");
  const lane = await addLane(site, "Ramp A");
  await operator.goto(`/overspeed-detection/lanes-cameras?open=lanes.${lane.id}`);
  const asked = dialog(operator, "Please confirm");
  await field(operator, "Name").fill("Ramp B");
  await operator.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(asked).toContainText("remove the lane");
  // Faster than Playwright's keyboard: the second one follows as soon as the page has answered the first.
  await operator.evaluate(async () => {
    for (let press = 0; press < 2; press++) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      await Promise.resolve();
    }
  });
  await expect(asked).toContainText("unsaved changes");
  await asked.getByRole("button", { name: "Yes" }).click();
});
