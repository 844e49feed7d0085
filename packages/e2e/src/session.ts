import type { Page } from "@playwright/test";

const tokenKey = "gatehouse.token";

/** Gives a page a session before it first loads; what the page makes of it later stays as the page left it. */
export async function giveSession(page: Page, token: string): Promise<void> {
  await page.addInitScript(
    ({ token, tokenKey }) => {
      // A device's page in a frame has no part in it.
      if (window !== window.top || location.protocol === "about:" || sessionStorage.getItem("given") !== null) return;
      sessionStorage.setItem("given", "yes");
      sessionStorage.setItem(tokenKey, token);
    },
    { token, tokenKey },
  );
}

/** The token that a page holds now. */
export function heldToken(page: Page): Promise<string | null> {
  return page.evaluate((key) => sessionStorage.getItem(key), tokenKey);
}

/** Puts another token in its place; the page learns of it when it next loads. */
export async function holdToken(page: Page, token: string): Promise<void> {
  await page.evaluate(([key, token]) => sessionStorage.setItem(key, token), [tokenKey, token] as const);
}
