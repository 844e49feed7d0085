import type { Page } from "@gatehouse/e2e/browser-commands";
import { heading, submitSignIn } from "@gatehouse/e2e/page-parts";
import { menuSections, singleEntries } from "@gatehouse/e2e/specified-menu";
import { expect, test } from "./console-test.ts";
import type { FakeSite } from "./fake-site.ts";

test("NAV-1 / and /reset-password open without a session", async ({ page }) => {
  await page.goto("/");
  await expect(heading(page, "Sign in")).toBeVisible();
  await page.goto("/reset-password");
  await expect(page.getByRole("button", { name: "Reset Password" })).toBeVisible();
});

// All pages of the shell have the same guard, so one page per section is enough.
const guarded = [...menuSections.flatMap(({ pages }) => pages.slice(-1)), ...singleEntries].map(([, path]) => path);

test("NAV-1 NAV-2 a page redirects a visitor without a session to sign-in and is remembered", async ({ page }) => {
  for (const path of guarded) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(heading(page, "Sign in")).toBeVisible();
      expect(new URL(page.url()).searchParams.get("tokenExpired")).toBe("true");
      expect(new URL(page.url()).searchParams.get("next")).toBe(path);
    });
  }
});

test.describe("NAV-2 after sign-in", () => {
  /** Checks the redirect after sign-in, and with an existing session. */
  async function expectLedOn(
    site: FakeSite,
    page: Page,
    [first = "", ...others]: readonly string[],
    to: (next: string) => string,
  ) {
    site.respond("POST /auth/login", () => ({ token: site.signIn(), passwordChanged: true }));
    await page.goto(`/?next=${encodeURIComponent(first)}`);
    await submitSignIn(page, { username: "admin", password: "the password" });
    await expect(page).toHaveURL(to(first));
    for (const next of others) {
      await test.step(JSON.stringify(next), async () => {
        await page.goto(`/?next=${encodeURIComponent(next)}`);
        await expect(page).toHaveURL(to(next));
      });
    }
  }

  test("NAV-2 sign-in continues to the requested page", ({ site, page }) => {
    const followed = ["/settings", "/epld/alerts", "/epld/alerts?q=camera", "/access-control/rfidos/variables"];
    return expectLedOn(site, page, followed, (next) => next);
  });

  test("NAV-2 NAV-6 sign-in ignores unsafe targets and goes to the home page", ({ site, page }) => {
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
    return expectLedOn(site, page, hostile, () => "/configurations");
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
