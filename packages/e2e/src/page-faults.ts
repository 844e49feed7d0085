import { apiPath } from "@gatehouse/contract/runtime-config";
import type { BrowserContext } from "@playwright/test";

/** Collects what no page may ever cause: errors in its console, thrown ones, and breaches of the security policy. */
export async function collectFaults(context: BrowserContext): Promise<string[]> {
  const faults: string[] = [];
  context.on("weberror", (error) => faults.push(`thrown: ${error.error().stack ?? error.error().message}`));
  context.on("console", (message) => {
    if (message.type() !== "error" || isRefusedCall(message.text(), message.location().url)) return;
    faults.push(`console: ${message.text()} (${message.page()?.url()})`);
  });
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
      console.error(`policy: ${violatedDirective} refused ${blockedURI} at ${sourceFile}:${lineNumber}`),
    );
  });
  return faults;
}

/** The browser logs every refused call by itself; what the page makes of it is for the tests to see. */
const isRefusedCall = (text: string, url: string) =>
  text.startsWith("Failed to load resource") && URL.canParse(url) && new URL(url).pathname.startsWith(`${apiPath}/`);
