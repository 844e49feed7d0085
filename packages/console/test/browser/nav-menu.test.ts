import { type ModuleKind, moduleKinds } from "@gatehouse/contract/modules/module";
import type { Page } from "@gatehouse/e2e/browser-commands";
import { waitForLiveUpdates } from "@gatehouse/e2e/live-updates";
import { heading, menu } from "@gatehouse/e2e/page-parts";
import { menuSections, singleEntries } from "@gatehouse/e2e/specified-menu";
import { expect, signInAs, test } from "./console-test.ts";

/** The sections and single entries of the menu. */
const entriesOf = (page: Page) => menu(page).locator("> ul > li > :first-child");

test("NAV-4 the menu has its sections and their entries in the specification's order", async ({ site, operator }) => {
  await site.switchOn(...moduleKinds);
  await operator.goto("/configurations");
  await expect(entriesOf(operator)).toHaveText([
    ...menuSections.map(({ title }) => title),
    ...singleEntries.map(([title]) => title),
  ]);
  for (const { title, pages } of menuSections) {
    await test.step(title, async () => {
      const section = menu(operator).getByRole("listitem").filter({ hasText: title }).first();
      await section.getByRole("button", { name: title }).click();
      const links = section.getByRole("link");
      await expect(links).toHaveText(pages.map(([entry]) => entry));
      const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      expect(paths).toEqual(pages.map(([, path]) => path));
    });
  }
});

test("NAV-4 the entry of the current page is in view after a reload", async ({ site, operator }) => {
  await site.switchOn(...moduleKinds);
  await operator.setViewportSize({ width: 1024, height: 480 });
  await operator.goto("/loop-detector/events");
  await expect(menu(operator).getByRole("link", { name: "Events", exact: true })).toBeInViewport({ ratio: 1 });
});

test("NAV-4 an entry opens its page", async ({ site, operator }) => {
  await site.switchOn("EPLD");
  await operator.goto("/configurations");
  await menu(operator).getByRole("button", { name: "EPLD" }).click();
  await menu(operator).getByRole("link", { name: "Alerts" }).click();
  await expect(operator).toHaveURL("/epld/alerts");
  await expect(heading(operator, "Alerts")).toBeVisible();
});

test.describe("NAV-5 the menu follows the modules", () => {
  const always = ["Global Configurations", "Settings"];
  const shown: readonly [on: ModuleKind[], sections: string[]][] = [
    [["OSD"], ["Overspeed Detection", ...always]],
    [["EPLD"], ["EPLD", ...always]],
    [["CAMERA_COUNTING"], ["Camera Counting", ...always]],
    [["ANPR_ACCESS_CONTROL"], ["Access Control", ...always]],
    [["RFID_ACCESS_CONTROL"], ["Access Control", ...always]],
    [["LOOP_DETECTOR"], ["Loop Detector", ...always]],
    [["REPORTING"], ["Reporting", ...always]],
    [[], always],
  ];
  test("NAV-5 the menu shows the sections of active modules and the permanent entries", async ({ site, operator }) => {
    await operator.goto("/configurations");
    await waitForLiveUpdates(operator);
    for (const [on, titles] of shown) {
      await test.step(`with ${on.join() || "nothing"} on`, async () => {
        await site.switchOn(...on);
        site.publish();
        await expect(entriesOf(operator)).toHaveText(titles);
      });
    }
  });

  const shared = ["Identifiers", "Reservations", "Alerts"];
  const entries: readonly [on: ModuleKind, titles: string[]][] = [
    ["ANPR_ACCESS_CONTROL", ["Configuration", "ANPR Settings", "Gates & Actuators", ...shared, "ANPR Events"]],
    [
      "RFID_ACCESS_CONTROL",
      ["Configuration", "Gates & Actuators", "RFID Settings", "RFID Variables", ...shared, "RFID Events"],
    ],
  ];
  test("NAV-5 Access Control shows the entries of the active module", async ({ site, operator }) => {
    for (const [on, titles] of entries) {
      await test.step(on, async () => {
        await site.switchOn(on);
        await operator.goto("/access-control");
        const links = menu(operator).getByRole("listitem").filter({ hasText: "Access Control" }).first();
        await expect(links.getByRole("link")).toHaveText(titles);
      });
    }
  });
});

test.describe("NAV-7 pages of an inactive module", () => {
  const off: readonly [path: string, notice: string][] = [
    ["/overspeed-detection/events", "Overspeed Detection is switched off"],
    ["/epld/alerts", "EPLD is switched off"],
    ["/camera-counting", "Camera Counting is switched off"],
    ["/access-control/ids", "ANPR Access Control or RFID Access Control is switched off"],
    ["/access-control/events", "ANPR Access Control is switched off"],
    ["/access-control/rfidos/settings", "RFID Access Control is switched off"],
    ["/loop-detector/variables", "Loop Detector is switched off"],
    ["/reporting", "Reporting is switched off"],
  ];
  test("NAV-7 each names the inactive module and links to Settings", async ({ operator }) => {
    for (const [path, notice] of off) {
      await test.step(`${path} shows "${notice}"`, async () => {
        await operator.goto(path);
        await expect(operator.getByText(notice)).toBeVisible();
      });
    }
    await operator
      .getByRole("main")
      .getByRole("link", { name: /Settings/ })
      .click();
    await expect(operator).toHaveURL("/settings");
  });

  test("NAV-7 people who can't switch it on are referred to an administrator", async ({ site, page }) => {
    signInAs(page, site, "Asha", { role: "manager" });
    await page.goto("/epld/alerts");
    await expect(page.getByText("An administrator can switch it on.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Open Settings" })).toHaveCount(0);
  });

  test("NAV-7 the page appears when its module is switched on", async ({ site, operator }) => {
    await operator.goto("/epld/alerts");
    await expect(operator.getByText("EPLD is switched off")).toBeVisible();
    await waitForLiveUpdates(operator);
    await site.switchOn("EPLD");
    site.publish();
    await expect(operator.getByText("No alerts")).toBeVisible();
  });
});
