import { apiPath } from "@gatehouse/contract/runtime-config";
import type { Browser, BrowserContext, BrowserContextOptions, Frame, Page } from "@playwright/test";

/** A browser context during one test. */
interface OpenContext {
  context: BrowserContext;
  /** The errors of its pages. */
  errors: readonly string[];
  /** The pages of the test. */
  pages(): Page[];
  /** Ends its use by the test. */
  close(): Promise<void>;
}

/** Lends the same browser context to one test after the other. */
export interface SharedContext {
  open(): Promise<OpenContext>;
  close(): Promise<void>;
}

/** Opens a context for one test only. */
export async function openOwnContext(browser: Browser): Promise<OpenContext> {
  const context = await browser.newContext();
  const errors = await collectPageErrors(context);
  return { context, errors, pages: () => context.pages(), close: () => context.close() };
}

/**
 * Shares a context between the tests of a worker: its cache and its process keep the compiled console, which takes longer
 * to load than most tests need for the rest. A test leaves nothing else behind: each has its own pages, and with them its
 * own sessionStorage, and what else they stored is cleared. A context that a test changed for good is not used again.
 */
export function createSharedContext(browser: Browser, site: string, options: BrowserContextOptions): SharedContext {
  let current: KeptContext | null = null;

  async function close(): Promise<void> {
    await current?.context.close();
    current = null;
  }

  return {
    open: async () => {
      current ??= await keepContext(browser, site, options);
      const { context, errors, keeper, clear, isChanged } = current;
      errors.length = 0;
      const pages = () => context.pages().filter((page) => page !== keeper);
      return {
        context,
        errors,
        pages,
        close: async () => {
          if (isChanged()) return close();
          await Promise.all(pages().map((page) => page.close()));
          await clear();
        },
      };
    },
    close,
  };
}

type KeptContext = Awaited<ReturnType<typeof keepContext>>;

async function keepContext(browser: Browser, site: string, options: BrowserContextOptions) {
  const context = await browser.newContext(options);
  const errors = await collectPageErrors(context);
  // An open page keeps the process of the site, which the pages of the tests use too: see src/chromium.ts.
  const keeper = await context.newPage();
  await keeper.goto(`${site}/config.json`);
  const devtools = await context.newCDPSession(keeper);
  const isChanged = watchLastingChanges(context);
  const origins = watchOrigins(context);
  const clear = async () => {
    await context.clearCookies();
    const storageTypes = "local_storage,indexeddb,cache_storage,service_workers";
    for (const origin of origins) await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes });
    origins.clear();
  };
  return { context, errors, keeper, clear, isChanged };
}

/** Collects the origins of the pages that are opened from now on. */
function watchOrigins(context: BrowserContext): Set<string> {
  const origins = new Set<string>();
  const add = (frame: Frame) => {
    if (/^https?:/.test(frame.url())) origins.add(new URL(frame.url()).origin);
  };
  context.on("page", (page) => {
    page.frames().forEach(add);
    page.on("framenavigated", add);
  });
  return origins;
}

/** Tells whether anything was called whose effect remains in the context. */
function watchLastingChanges(context: BrowserContext): () => boolean {
  let isChanged = false;
  function watch<T extends object>(owner: T, ...names: (keyof T & string)[]): void {
    const methods = owner as object as Record<string, (...args: unknown[]) => unknown>;
    for (const name of names) {
      const method = methods[name];
      methods[name] = (...args) => {
        isChanged = true;
        return method?.apply(owner, args);
      };
    }
  }
  watch(context.clock, "install", "pauseAt", "setFixedTime", "setSystemTime");
  watch(context, "addInitScript", "exposeBinding", "exposeFunction", "grantPermissions", "route", "routeFromHAR");
  watch(context, "routeWebSocket", "setExtraHTTPHeaders", "setGeolocation", "setOffline");
  return () => isChanged;
}

/** Collects errors that no page may cause: console errors, uncaught exceptions and violations of the security policy. */
async function collectPageErrors(context: BrowserContext): Promise<string[]> {
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
