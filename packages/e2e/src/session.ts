import type { Page } from "@playwright/test";

const tokenKey = "gatehouse.token";

/** Stores a session before the page first loads. Later changes by the page, such as a sign-out, remain. */
export async function setSession(page: Page, token: string): Promise<void> {
  await page.addInitScript(
    ({ token, tokenKey }) => {
      // Not in the frame of a device's page.
      if (window !== window.top || location.protocol === "about:" || sessionStorage.getItem("sessionSet") !== null)
        return;
      sessionStorage.setItem("sessionSet", "yes");
      sessionStorage.setItem(tokenKey, token);
    },
    { token, tokenKey },
  );
}

export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate((key) => sessionStorage.getItem(key), tokenKey);
}

/** Replaces the stored token; the page reads it when it next loads. */
export async function replaceToken(page: Page, token: string): Promise<void> {
  await page.evaluate(([key, token]) => sessionStorage.setItem(key, token), [tokenKey, token] as const);
}
