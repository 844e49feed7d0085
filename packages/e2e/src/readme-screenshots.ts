import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium as browserType, type Page } from "@playwright/test";
import { chromium } from "./chromium.ts";

// Saves the screenshots of the README from a running demo: `npm run screenshots` starts one and calls this.

const [, , address = "", control = "", folder = ""] = process.argv;
if (folder === "") throw new Error("Usage: readme-screenshots.ts ADDRESS CONTROL_ADDRESS FOLDER");
mkdirSync(folder, { recursive: true });

type ColorScheme = "light" | "dark";

/** Plates of which one character was misread, with the owner that the station proposes. */
const misreads: Record<ColorScheme, { readonly plate: string; readonly pattern: RegExp; readonly owner: string }> = {
  light: { plate: "KL 07 GV 23B6", pattern: /23 ?B ?6/, owner: "Lucía Shah" },
  dark: { plate: "GJ 05 EH S484", pattern: /S ?484/, owner: "Noor Li" },
};

interface Shot {
  readonly name: string;
  /** Title of the account on the sign-in page. */
  readonly account: "Manager" | "Guard";
  readonly path: string;
  readonly size: { readonly width: number; readonly height: number };
  /** Brings the page into the state to show. */
  readonly prepare: (page: Page, colorScheme: ColorScheme) => Promise<void>;
}

const desktop = { width: 1440, height: 900 };
const tablet = { width: 1024, height: 768 };

const shots: readonly Shot[] = [
  {
    name: "overview",
    account: "Manager",
    path: "/overview",
    size: desktop,
    prepare: async (page) => {
      await act("/scenario/start", { scenario: "morning-rush" });
      await page.getByRole("list", { name: "Gates", exact: true }).getByText("just now").nth(1).waitFor();
      await page.getByRole("figure").first().waitFor();
      // The stays of the history are paired in the background; until then there are overstays of tags too.
      await page.getByRole("link", { name: "Overstays, tags" }).waitFor({ state: "hidden", timeout: 90_000 });
    },
  },
  {
    name: "station",
    account: "Guard",
    path: "/station",
    size: tablet,
    prepare: async (page, colorScheme) => {
      const { plate, pattern, owner } = misreads[colorScheme];
      await act("/scenario/stop");
      await page.getByRole("link", { name: "Main entry", exact: true }).click();
      await act("/cars/drive-up", { gate: "main-entry", plate });
      const waiting = page.getByRole("button").filter({ hasText: pattern }).first();
      const proposal = page.getByText(owner).first();
      await waiting.or(proposal).first().waitFor();
      if (await waiting.isVisible()) await waiting.click();
      await proposal.waitFor();
    },
  },
  {
    name: "why",
    account: "Manager",
    path: "/access-control/events?tab=received",
    size: desktop,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Why?" }).first().click();
      await page.getByRole("dialog").waitFor();
    },
  },
];

/** Runs an action of the simulated site. */
async function act(path: string, fields: Record<string, string> = {}): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${control}${path}`, { method: "POST", headers, body: JSON.stringify(fields) });
  if (!response.ok) throw new Error(await response.text());
}

async function capture(browser: Browser, shot: Shot, colorScheme: ColorScheme): Promise<void> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: shot.size,
    colorScheme,
    locale: "en-GB",
  });
  const page = await context.newPage();
  await page.goto("/");
  await page.getByRole("button", { name: shot.account, exact: true }).click();
  await page.waitForURL("**/overview");
  await page.goto(shot.path);
  await shot.prepare(page, colorScheme);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() => !document.body.textContent?.includes("Connecting"));
  await page.waitForFunction(() => Array.from(document.images).every(({ complete }) => complete));
  const session = await context.newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 86 });
  writeFileSync(join(folder, `${shot.name}-${colorScheme}.webp`), Buffer.from(data, "base64"));
  await context.close();
}

const browser = await browserType.launch(chromium);
try {
  for (const shot of shots)
    for (const colorScheme of ["light", "dark"] as const) await capture(browser, shot, colorScheme);
} finally {
  await browser.close();
}
