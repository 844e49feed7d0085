import { apiPath } from "@gatehouse/contract/runtime-config";
import type { BrowserContext } from "@playwright/test";

/** Collects errors that no page may cause: console errors, uncaught exceptions and violations of the security policy. */
export async function collectPageErrors(context: BrowserContext): Promise<string[]> {
  const errors: string[] = [];
  context.on("weberror", (error) => errors.push(`exception: ${error.error().stack ?? error.error().message}`));
  context.on("console", (message) => {
    if (message.type() !== "error" || isFailedApiCall(message.text(), message.location().url)) return;
    errors.push(`console: ${message.text()} (${message.location().url} on ${message.page()?.url()})`);
  });
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
      console.error(`policy: ${violatedDirective} blocked ${blockedURI} at ${sourceFile}:${lineNumber}`),
    );
  });
  return errors;
}

/** The browser logs every failed API call; tests check how the page handles it. */
const isFailedApiCall = (text: string, url: string) =>
  text.startsWith("Failed to load resource") && URL.canParse(url) && new URL(url).pathname.startsWith(`${apiPath}/`);
