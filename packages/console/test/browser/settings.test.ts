import { type ModuleKind, moduleKinds } from "@gatehouse/contract/modules/module";
import type { Page } from "@gatehouse/e2e/browser-commands";
import { banner, card, dialog, menu } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";
import type { FakeSite } from "./fake-site.ts";

const statusCall = "**/api/configs/module-activation-status";
const titles: readonly [kind: ModuleKind, title: string][] = [
  ["OSD", "Overspeed Detection"],
  ["EPLD", "EPLD"],
  ["CAMERA_COUNTING", "Camera Counting"],
  ["ANPR_ACCESS_CONTROL", "ANPR Access Control"],
  ["RFID_ACCESS_CONTROL", "RFID Access Control"],
  ["LOOP_DETECTOR", "Loop Detector"],
  ["REPORTING", "Reporting"],
];

test.describe("MOD-1 the module switches", () => {
  const reporting = (page: Page) => page.getByRole("switch", { name: "Reporting" });
  const save = (page: Page) => page.getByRole("button", { name: "Save" });
  const active = async ({ call }: FakeSite) => {
    const status = await call("GET /configs/module-activation-status", {});
    return moduleKinds.filter((kind) => status[kind]);
  };

  test("MOD-1 each module has a switch", async ({ site, operator }) => {
    await operator.goto("/settings");
    await expect(operator.getByRole("switch")).toHaveCount(moduleKinds.length);
    for (const [index, [kind, title]] of titles.entries()) {
      await test.step(`"${title}" switches ${kind} on`, async () => {
        await operator.getByRole("switch", { name: title }).press("Space");
        await save(operator).click();
        await expect.poll(() => active(site)).toEqual(titles.slice(0, index + 1).map(([each]) => each));
        await expect(operator.getByText("Unsaved changes")).toBeHidden();
      });
    }
  });

  test("MOD-1 they show the stored status, and Save sends all of it", async ({ site, operator }) => {
    await site.switchOn("EPLD");
    await operator.goto("/settings");
    await expect(operator.getByRole("switch", { name: "EPLD" })).toBeChecked();
    await expect(reporting(operator)).not.toBeChecked();
    await operator.getByRole("switch", { name: "Overspeed Detection" }).press("Space");
    const sent: unknown[] = [];
    site.respond("PUT /configs/module-activation-status", ({ body }) => {
      sent.push(body);
      return body as never;
    });
    await save(operator).click();
    await expect(banner(operator, "Module activation status updated")).toBeVisible();
    expect(sent).toEqual([
      {
        OSD: true,
        EPLD: true,
        CAMERA_COUNTING: false,
        ANPR_ACCESS_CONTROL: false,
        RFID_ACCESS_CONTROL: false,
        LOOP_DETECTOR: false,
        REPORTING: false,
      },
    ]);
  });

  test("MOD-1 nothing is sent before Save; Discard and a reload drop unsaved changes", async ({ operator }) => {
    const sent: string[] = [];
    await operator.route("**/api/**", async (route) => {
      sent.push(route.request().method());
      await route.continue();
    });
    await operator.goto("/settings");
    await reporting(operator).press("Space");
    await expect(operator.getByText("Unsaved changes")).toBeVisible();
    await operator.getByRole("button", { name: "Discard" }).click();
    await expect(reporting(operator)).not.toBeChecked();
    await reporting(operator).press("Space");
    await expect(reporting(operator)).toBeChecked();
    await operator.reload();
    await expect(reporting(operator)).not.toBeChecked();
    expect(sent).not.toContain("PUT");
  });

  test('MOD-1 a failure shows "Could not update module activation status" and keeps the menu', async ({ operator }) => {
    await operator.goto("/settings");
    await reporting(operator).press("Space");
    await operator.route(statusCall, (route) => route.fulfill({ status: 500, body: "" }));
    await save(operator).click();
    await expect(banner(operator, "Could not update module activation status")).toBeVisible();
    await expect(menu(operator).getByRole("link", { name: "Reporting" })).toBeHidden();
  });
});

test("AUD-2 the history of the modules leads to their changes in the audit trail", async ({ operator }) => {
  await operator.goto("/settings");
  await card(operator, "Modules").getByRole("button", { name: "History" }).click();
  await dialog(operator, "History").getByRole("link", { name: "Open in the audit trail" }).click();
  await expect(operator).toHaveURL("/settings/audit?entity=module_activation");
});
