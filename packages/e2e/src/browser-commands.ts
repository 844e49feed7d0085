import { expect, type Frame, type Locator, type Page } from "@playwright/test";
import type { BrowserCommand } from "vitest/node";
import { type Chain, decodeArguments } from "./locator-chain.ts";

/** Playwright's objects of the page that runs the tests. */
interface Context {
  page: Page;
  frame(): Promise<Frame>;
}

const expectTimeoutMs = 30_000;

type Callable = Record<string, (...args: unknown[]) => unknown>;

/** Calls one method after the other, each on the result of the last. */
function follow(start: unknown, chain: Chain, decode: (args: unknown) => unknown[]): unknown {
  return chain.reduce((target, [method, args]) => {
    const member = (target as Callable)[method];
    return typeof member === "function" ? member.apply(target, decode(args)) : member;
  }, start);
}

async function createDecoder(context: Context) {
  const frame = await context.frame();
  const decode = (args: unknown): unknown[] => decodeArguments(args, locate);
  const locate = (chain: Chain) => follow(frame, chain, decode) as Locator;
  return { frame, decode, locate };
}

/** Performs an action on a locator of the tested page, or on the page itself, such as a key press. */
const act: BrowserCommand<[on: "frame" | "page", chain: Chain]> = async (context, on, chain) => {
  const playwright = context as unknown as Context;
  const { frame, decode } = await createDecoder(playwright);
  return (await follow(on === "frame" ? frame : playwright.page, chain, decode)) ?? null;
};

/** Waits until a locator fulfils an assertion of Playwright; returns its message otherwise. */
const expectLocator: BrowserCommand<[chain: Chain, isNot: boolean, matcher: string, args: unknown]> = async (
  context,
  chain,
  isNot,
  matcher,
  args,
) => {
  const { decode, locate } = await createDecoder(context as unknown as Context);
  const assertions = expect.configure({ timeout: expectTimeoutMs })(locate(chain));
  try {
    await follow(isNot ? assertions.not : assertions, [[matcher, args]], decode);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

export const browserCommands = { act, expectLocator };

export type { Locator, Page };
/** Playwright's `expect`. */
export type Expect = typeof expect;
