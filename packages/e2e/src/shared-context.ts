import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { collectPageErrors } from "./page-errors.ts";

/** A browser context during one test. */
export interface OpenContext {
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
 * own sessionStorage, and the storage of the site is cleared. A context that a test changed for good is not used again.
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
  const clear = async () => {
    await context.clearCookies();
    const storageTypes = "local_storage,indexeddb,cache_storage,service_workers";
    await devtools.send("Storage.clearDataForOrigin", { origin: site, storageTypes });
  };
  return { context, errors, keeper, clear, isChanged };
}

/** Tells whether anything was called whose effect remains in the context. */
function watchLastingChanges(context: BrowserContext): () => boolean {
  let isChanged = false;
  function watch<T extends object>(owner: T, ...names: (keyof T)[]): void {
    for (const name of names) {
      const method = owner[name] as (...args: unknown[]) => unknown;
      const watched = (...args: unknown[]) => {
        isChanged = true;
        return method.apply(owner, args);
      };
      owner[name] = watched as T[typeof name];
    }
  }
  watch(context.clock, "install", "pauseAt", "setFixedTime", "setSystemTime");
  watch(context, "addInitScript", "exposeBinding", "exposeFunction", "grantPermissions", "route", "routeFromHAR");
  watch(context, "routeWebSocket", "setExtraHTTPHeaders", "setGeolocation", "setOffline");
  return () => isChanged;
}
