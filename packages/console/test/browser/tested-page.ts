import type { browserCommands, Expect, Locator, Page } from "@gatehouse/e2e/browser-commands";
import { type Chain, encodeArguments } from "@gatehouse/e2e/locator-chain";
import type { Root } from "react-dom/client";
import { expect as vitestExpect } from "vitest";
import { commands, page as frame } from "vitest/browser";
import { currentSession, endSession, startSession } from "../../src/api/session.ts";
import { openConsole, queries } from "../../src/app/console.tsx";
import { router } from "../../src/app/router.tsx";
import { closeOverlay } from "../../src/app/shell/overlay.ts";
import { dismissAllBanners } from "../../src/ui/banners.ts";
import { requestRoutes } from "./request-routes.ts";

type Remote<F> = F extends (context: never, ...args: infer Args) => infer Result ? (...args: Args) => Result : never;
const { act, expectLocator } = commands as unknown as {
  [K in keyof typeof browserCommands]: Remote<(typeof browserCommands)[K]>;
};

// Playwright's locators and page, as tests of the browser use them: each call runs in Playwright itself.

const chains = new WeakMap<object, Chain>();
const chainOf = (value: unknown) => (typeof value === "object" && value !== null ? chains.get(value) : undefined);
const encode = (args: readonly unknown[]) => encodeArguments(args, chainOf);

/** Methods that return a locator. The others are actions. */
const locating = /^(getBy.*|locator|filter|first|last|nth|and|or)$/;

/** What the language asks of every object. */
const isPlain = (member: string | symbol): member is symbol =>
  typeof member === "symbol" || member === "then" || member === "toJSON";

function createLocator(chain: Chain): Locator {
  const locator: object = new Proxy(
    {},
    {
      get(_, method) {
        if (isPlain(method)) return undefined;
        if (method === "page") return () => testedPage;
        if (method === "all") return async () => allOf(chain);
        return (...args: unknown[]) => {
          const longer = [...chain, [method, encode(args)]] as const;
          return locating.test(method) ? createLocator(longer) : act("frame", longer);
        };
      },
    },
  );
  chains.set(locator, chain);
  return locator as Locator;
}

async function allOf(chain: Chain): Promise<Locator[]> {
  const count = Number(await act("frame", [...chain, ["count", []]]));
  return Array.from({ length: count }, (_, index) => createLocator([...chain, ["nth", [index]]]));
}

/** A part of the page that isn't a locator: its keyboard or mouse. */
const device = (name: string): object =>
  new Proxy(
    {},
    {
      get:
        (_, method) =>
        (...args: unknown[]) =>
          act("page", [
            [name, []],
            [String(method), encode(args)],
          ]),
    },
  );

let root: Root | undefined;
/** A rendered router replaces it by one that waits until the page is rendered. */
const { startTransition } = router;

/** Leaves the page, as before it is loaded again or closed. */
function leave(): void {
  root?.unmount();
  router.startTransition = startTransition;
  document.body.replaceChildren();
  queries.clear();
  dismissAllBanners();
  closeOverlay();
}

/** Loads a path, with the session that is stored. */
async function open(path: string): Promise<void> {
  leave();
  const token = sessionStorage.getItem(tokenKey);
  if (token !== currentSession()?.token) endSession("signed-out");
  if (token !== null) startSession(token);
  history.replaceState(null, "", path);
  const element = document.body.appendChild(document.createElement("div"));
  element.id = "root";
  root = await openConsole(element);
}

const pathNow = () => location.pathname + location.search + location.hash;
const tokenKey = "gatehouse.token";
const size = { width: 1440, height: 900 };

const ownMethods = {
  goto: open,
  reload: () => open(pathNow()),
  goBack: async () => history.back(),
  goForward: async () => history.forward(),
  url: () => location.href,
  title: async () => document.title,
  keyboard: device("keyboard"),
  mouse: device("mouse"),
  setViewportSize: ({ width, height }: typeof size) => frame.viewport(width, height),
  emulateMedia: (options: object) => act("page", [["emulateMedia", [options]]]),
  ...requestRoutes,
  evaluate: async (run: (arg: unknown) => unknown, arg: unknown) => run(arg),
};

export const testedPage = new Proxy(ownMethods, {
  get: (own, method) => {
    if (method in own) return own[method as keyof typeof own];
    if (isPlain(method)) return undefined;
    return (...args: unknown[]) => createLocator([[String(method), encode(args)]]);
  },
}) as unknown as Page;

/** Waits for what the page still does, at most for a moment: a dialog that closes would change the path of the next test. */
async function settle(): Promise<void> {
  const nextTask = () => new Promise((done) => setTimeout(done));
  const latest = performance.now() + 500;
  while (queries.isFetching() + queries.isMutating() > 0 && performance.now() < latest) await nextTask();
  await nextTask();
}

/** Restores size, colours and storage for the next test. */
export async function resetPage(): Promise<void> {
  await settle();
  leave();
  await requestRoutes.unrouteAll();
  endSession("signed-out");
  sessionStorage.clear();
  localStorage.clear();
  if (innerWidth !== size.width || innerHeight !== size.height) await frame.viewport(size.width, size.height);
}

const pageAssertions: Record<string, (isNot: boolean, expected: string | RegExp) => Promise<void>> = {
  toHaveURL: (isNot, expected) => expectText(pathNow, isNot, expected),
  toHaveTitle: (isNot, expected) => expectText(() => document.title, isNot, expected),
};

async function expectText(read: () => string, isNot: boolean, expected: string | RegExp): Promise<void> {
  const assertion = vitestExpect.poll(read);
  const wanted = isNot ? assertion.not : assertion;
  await (typeof expected === "string" ? wanted.toBe(expected) : wanted.toMatch(expected));
}

function assertionsOf(subject: object, isNot: boolean): object {
  return new Proxy(
    {},
    {
      get: (_, matcher) => {
        if (matcher === "not") return assertionsOf(subject, !isNot);
        return async (...args: unknown[]) => {
          const chain = chainOf(subject);
          if (chain === undefined) return pageAssertions[String(matcher)]?.(isNot, args[0] as string);
          const error = await expectLocator(chain, isNot, String(matcher), encode(args));
          if (error !== null) throw new Error(error);
        };
      },
    },
  );
}

/** Vitest's `expect`, and Playwright's for locators and the page. */
export const expect = Object.assign(
  (subject: unknown, message?: string) =>
    subject === testedPage || chainOf(subject) !== undefined
      ? assertionsOf(subject as object, false)
      : vitestExpect(subject, message),
  vitestExpect,
) as unknown as Expect;
