import { readFile } from "node:fs/promises";
import { gateErrors } from "@gatehouse/contract/gate-scope";
import { notPermitted } from "@gatehouse/contract/permissions";
import type { ReportJob } from "@gatehouse/contract/reports/report-job";
import type { Locator, Page } from "@playwright/test";
import { callApi } from "../src/api-client.ts";
import { expectAccessible } from "../src/axe.ts";
import { addGate } from "../src/hardware.ts";
import { card, control, field } from "../src/page-parts.ts";
import { addPerson, signInAs } from "../src/people.ts";
import { replaceToken } from "../src/session.ts";
import { expect, test } from "../src/test.ts";
import { narrow } from "../src/widths.ts";

const title = "Operator Portal Access Report";
const reportPage = "/reports/OPERATOR_PORTAL_ACCESS";

test.beforeEach(({ site }) => site.switchOn("REPORTING"));

test("REP-2 a report without a date follows the day", async ({ site, operator }) => {
  await site.call("PUT /configs/reports/types", { body: { reportTypes: ["OPERATOR_PORTAL_ACCESS"] } });
  await operator.clock.install({ time: "2026-11-17T23:58:00Z" });
  await operator.goto(reportPage);
  await expect(operator.getByText("Tue, 17 Nov 2026", { exact: true })).toBeVisible();
  await expect(operator.getByRole("button", { name: "Next day" })).toBeDisabled();
  await operator.clock.fastForward("05:00");
  await expect(operator.getByText("Wed, 18 Nov 2026", { exact: true })).toBeVisible();
});

test("REP-2 an enabled report is shown with totals for a period in the URL, and downloaded as CSV", async ({
  site,
  operator,
}) => {
  // The audit trail of the worker's site has entries of other tests.
  await addPerson(site, "reported-guard", { role: "guard" });
  await operator.goto("/reports");
  await expect(operator.getByText("No report type is enabled")).toBeVisible();
  await site.call("PUT /configs/reports/types", { body: { reportTypes: ["OPERATOR_PORTAL_ACCESS"] } });
  await operator.getByRole("link", { name: title, exact: true }).click();
  await expect(operator).toHaveURL(reportPage);
  const table = operator.getByRole("table", { name: title, exact: true });
  await field(operator, "Person").fill("nobody");
  await expect(table).toContainText("Nothing in this period matches the filters.");
  await operator.getByRole("button", { name: "Clear filters" }).click();
  await field(operator, "Person").fill("reported-guard");
  await operator.getByText("Month", { exact: true }).click();
  await expect(operator).toHaveURL(/period=month/);
  await expect(operator.getByRole("status").filter({ hasText: /^All \d+ rows are shown\.$/ })).toBeVisible();
  const shared = operator.url();
  await operator.goto("/reports");
  await operator.goto(shared);
  await expect(table.getByRole("row").nth(1)).toContainText("reported-guard");
  await expect(field(operator, "Person")).toHaveValue("reported-guard");
  await expectAccessible(operator);

  await operator.getByRole("button", { name: "Download", exact: true }).click();
  // The first file starts the thread that produces them. It is saved once it is ready, without another click.
  const download = operator.waitForEvent("download", { timeout: 20_000 });
  await operator.getByRole("menuitem", { name: "CSV", exact: true }).click();
  const file = operator.getByRole("list", { name: "Files" }).getByRole("listitem");
  expect(await readFile(await (await download).path(), "utf8")).toContain("reported-guard");
  await expect(file).toContainText("1 download, the last one by admin");

  await operator.goto("/reports");
  await expect(file).toContainText("1 download, the last one by admin");
  await file.getByRole("button", { name: "Download", exact: true }).click();
  await expect(file).toContainText("2 downloads, the last one by admin");
});

test("OPS-2 a number of the busy hours opens as many events as it says", async ({ site, operator }) => {
  await site.switchOn("REPORTING", "ANPR_ACCESS_CONTROL");
  const [entry, exit] = [await addGate(site, "In"), await addGate(site, "Out", { type: "X" })];
  await site.seed.pastTraffic({ days: 3, passagesPerDay: 20, entries: [entry.id], exits: [exit.id] });
  await operator.goto("/reports");
  const number = card(operator, "Busy hours")
    .getByRole("button", { name: /: [1-9]\d* (entry|entries)$/ })
    .first();
  const count = Number(await number.textContent());
  await number.click();
  await expect(operator).toHaveURL(/\/access-control\/events\?.*weekHour=/);
  const rows = operator.getByRole("table", { name: "Events", exact: true }).locator("tbody tr:not([data-skeleton])");
  await expect(rows).toHaveCount(count);
  await expect(rows.first()).toContainText("Granted");
});

/** The list of produced files. */
const fileItems = (page: Page): Locator => page.getByRole("list", { name: "Files" }).getByRole("listitem");

/** Requests a file on the page of a report. */
async function requestFile(page: Page, format: string): Promise<void> {
  await page.getByRole("button", { name: "Download", exact: true }).first().click();
  await page.getByRole("menuitem", { name: format, exact: true }).click();
}

test("REP-5 XLSX, PDF and Bulk files are produced and downloaded on the page, and one is cancelled", async ({
  site,
  operator,
}) => {
  test.slow();
  await site.call("PUT /configs/reports/types", { body: { reportTypes: ["OPERATOR_PORTAL_ACCESS", "BULK"] } });
  const saveFirstBytes = async (format: string) => {
    // The first file starts the thread that produces them. A file is saved once it is ready.
    const download = operator.waitForEvent("download", { timeout: 30_000 });
    await requestFile(operator, format);
    const file = await download;
    const bytes = await readFile(await file.path());
    return `${file.suggestedFilename().split(".").at(-1)} ${bytes.toString("latin1", 0, 2)}`;
  };
  await operator.goto(reportPage);
  expect(await saveFirstBytes("XLSX")).toBe("xlsx PK");
  expect(await saveFirstBytes("PDF")).toBe("pdf %P");
  await expect(fileItems(operator).first()).toContainText(`${title}, PDF`);
  await control(operator, "Report").selectOption("Bulk Report");
  expect(await saveFirstBytes("CSV")).toBe("zip PK");

  await test.step("a report that is being produced is cancelled", async () => {
    // A small report takes less time than a click.
    await operator.route(/\/api\/reports\/\d+$/, async (route) => {
      if (route.request().method() !== "GET") return route.continue();
      const response = await route.fetch();
      if (response.status() !== 200) return route.fulfill({ response });
      const job = (await response.json()) as ReportJob;
      await route.fulfill({ json: job.format === "pdf" ? { ...job, state: "running", progress: 0.4 } : job });
    });
    await requestFile(operator, "PDF");
    const item = fileItems(operator).first();
    await expect(item.getByRole("status")).toHaveText("Being produced: 40 %");
    await expect(item.getByRole("progressbar", { name: "Progress", exact: true })).toBeVisible();
    await item.getByRole("button", { name: "Cancel", exact: true }).click();
    await expect(operator.getByRole("button", { name: "Cancel", exact: true })).toHaveCount(0);
    const { data } = await site.call("GET /reports", { query: {} });
    expect(data.map(({ type, format }) => `${type} ${format}`)).toEqual([
      "BULK csv",
      "OPERATOR_PORTAL_ACCESS pdf",
      "OPERATOR_PORTAL_ACCESS xlsx",
    ]);
  });
});

test("REP-2 a custom period shows its fault at the field, and further rows are loaded on request", async ({
  site,
  operator,
}) => {
  const token = await addPerson(site, "busy-admin", { role: "administrator" });
  for (let count = 0; count < 15; count += 1) {
    for (const reportTypes of [["OPERATOR_PORTAL_ACCESS"], ["OPERATOR_PORTAL_ACCESS", "BULK"]] as const) {
      await callApi(site.address, token, "PUT /configs/reports/types", { body: { reportTypes: [...reportTypes] } });
    }
  }
  // A page on a phone has 25 rows.
  await operator.setViewportSize(narrow);
  const [from, to] = [2, 3].map((days) => new Date(Date.now() - days * 86_400_000).toISOString());
  await operator.goto(`${reportPage}?period=custom&from=${from}&to=${to}&user=busy-admin`);
  await expect(operator.getByText("Must be after the start", { exact: true })).toBeVisible();
  await field(operator, "Until").fill(`1 Jan ${new Date().getFullYear() + 2}, 09:00`);
  await expect(operator.getByText("Must be after the start", { exact: true })).toHaveCount(0);
  const shown = operator.getByRole("status").filter({ hasText: /rows are shown\.$/ });
  await expect(shown).toHaveText(/^The first 25 of \d+ rows are shown\.$/);
  const rows = operator.getByRole("table", { name: title, exact: true }).locator("tbody > tr");
  await expect(rows).toHaveCount(25);
  await operator.getByRole("button", { name: "Load more", exact: true }).click();
  await expect(shown).toHaveText(/^All \d+ rows are shown\.$/);
  expect(await rows.count()).toBeGreaterThanOrEqual(30);
  await expect(operator.getByRole("button", { name: "Load more", exact: true })).toHaveCount(0);
});

test("ROLE-1 ROLE-3 reports respect permissions and gate limits", async ({ site, page }) => {
  const reportTypes = ["REGISTERED_VEHICLE_ACCESS", "OSD", "OPERATOR_PORTAL_ACCESS"] as const;
  await site.call("PUT /configs/reports/types", { body: { reportTypes: [...reportTypes] } });
  const gate = await addGate(site, "North gate");
  const guard = await addPerson(site, "report-guard", { role: "guard" });
  await signInAs(page, site, "report-manager", { role: "manager", gateIds: [gate.id] });
  await page.goto("/reports");
  const types = page.getByRole("list", { name: "Reports", exact: true });
  await expect(types.getByRole("link")).toHaveText(["Registered Vehicle Access Report"]);
  await expect(types).toContainText(`OSD Report${gateErrors.site}`);
  await expect(types).toContainText(`${title}${notPermitted(["audit"])}`);
  await expect(card(page, "Report schedules")).toHaveCount(0);
  await page.goto("/reports/OSD");
  await expect(page.getByText("You can't see this report", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Download", exact: true })).toHaveCount(0);

  await replaceToken(page, guard);
  await page.goto("/reports");
  await expect(page.getByText("You can't see reports", { exact: true })).toBeVisible();
  await expect(page.getByText(notPermitted(["reports"]), { exact: true })).toBeVisible();
});
