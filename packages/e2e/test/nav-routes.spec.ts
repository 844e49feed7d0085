import { moduleKinds } from "@gatehouse/contract/modules/module";
import type { Page } from "@playwright/test";
import { sections, single } from "../src/menu-table.ts";
import { fillSignIn, heading, menu } from "../src/screen.ts";
import { admin } from "../src/site.ts";
import { expect, test } from "../src/test.ts";

test("NAV-1 / and /reset-password open without a session", async ({ page }) => {
  await page.goto("/");
  await expect(heading(page, "Sign in")).toBeVisible();
  await page.goto("/reset-password");
  await expect(page.getByRole("button", { name: "Reset Password" })).toBeVisible();
});

// One guard stands before every page of the shell, so the last page of each section proves it.
const guarded = [...sections.flatMap(({ pages }) => pages.slice(-1)), ...single].map(([, path]) => path);

test("NAV-1 NAV-2 a page leads a visitor without a session to sign-in and remembers the way", async ({ page }) => {
  for (const path of guarded) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(heading(page, "Sign in")).toBeVisible();
      expect(new URL(page.url()).searchParams.get("tokenExpired")).toBe("true");
      expect(new URL(page.url()).searchParams.get("next")).toBe(path);
    });
  }
});

// A section a test: one page after the other in the same browser costs a third of a test a page.
for (const { title: section, pages } of [...sections, { title: "the rest", pages: single }]) {
  test(`NAV-4 every page of ${section} stands in the shell under its title`, async ({ site, operator }) => {
    await site.switchOn(...moduleKinds);
    for (const [title, path] of pages) {
      await test.step(`${path} is the page "${title}"`, async () => {
        await operator.goto(path);
        await expect(heading(operator, title)).toBeVisible();
        await expect(operator.locator("main")).not.toBeEmpty();
        await expect(menu(operator).locator(`[aria-current="page"]`)).toHaveText(title);
      });
    }
  });
}

test.describe("NAV-2 after sign-in", () => {
  /** Whoever signs in is led on, and whoever is signed in already just the same. */
  async function expectLedOn(page: Page, [first = "", ...others]: readonly string[], to: (next: string) => string) {
    await page.goto(`/?next=${encodeURIComponent(first)}`);
    await fillSignIn(page, admin);
    await expect(page).toHaveURL(to(first));
    for (const next of others) {
      await test.step(JSON.stringify(next), async () => {
        await page.goto(`/?next=${encodeURIComponent(next)}`);
        await expect(page).toHaveURL(to(next));
      });
    }
  }

  test("NAV-2 sign-in goes on to where somebody was going", ({ page }) => {
    const followed = ["/settings", "/epld/alerts", "/epld/alerts?q=camera", "/access-control/rfidos/variables"];
    return expectLedOn(page, followed, (next) => next);
  });

  test("NAV-2 NAV-6 sign-in follows no hostile way and goes to the home", ({ page }) => {
    const hostile = [
      "//evil.example",
      "///evil.example/settings",
      "https://evil.example/settings",
      "/\\evil.example",
      "\\\\evil.example",
      "/\t/evil.example",
      "javascript:alert(1)",
      "/no-such-page",
      "/../../settings/../evil",
      "settings",
      "",
    ];
    return expectLedOn(page, hostile, () => "/configurations");
  });
});

test("NAV-3 an unknown path redirects a visitor to /", async ({ page }) => {
  for (const path of ["/no-such-page", "/epld/no-such-page", "/configurations/1", "/reset-password/x"]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(heading(page, "Sign in")).toBeVisible();
      await expect(page).toHaveURL("/");
    });
  }
});

test("NAV-3 an unknown path redirects a signed-in person through / to the home", async ({ operator }) => {
  await operator.goto("/no-such-page");
  await expect(operator).toHaveURL("/configurations");
});

test.describe("NAV-3 the fallback screen", () => {
  test.use({ provoked: /ERR_FAILED|Failed to fetch dynamically imported module|Cannot destructure/ });

  test("NAV-3 shows when a page's code cannot be loaded, with the reason", async ({ operator }) => {
    await operator.route(/\/assets\/settings-page.*\.js$/, (route) => route.abort());
    await operator.goto("/settings");
    await expect(heading(operator, "Unexpected Application Error!")).toBeVisible();
    await expect(operator.getByText(/Failed to fetch dynamically imported module/)).toBeVisible();
  });

  test("NAV-3 shows when a page throws while it is drawn, with the message", async ({ site, operator }) => {
    await site.switchOn("EPLD");
    await operator.route("**/api/alerts?*", (route) => route.fulfill({ json: [null] }));
    await operator.goto("/epld/alerts");
    await expect(heading(operator, "Unexpected Application Error!")).toBeVisible();
    await expect(operator.getByText(/Cannot destructure property/)).toBeVisible();
  });

  test("NAV-3 shows when the runtime configuration cannot be had, with the status", async ({ page }) => {
    await page.route("**/config.json", (route) => route.fulfill({ status: 200, body: "not JSON" }));
    await page.goto("/");
    await expect(heading(page, "Unexpected Application Error!")).toBeVisible();
  });
});
