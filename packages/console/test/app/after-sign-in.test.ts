import { describe, expect, it } from "vitest";
import { parseNextPath } from "../../src/app/after-sign-in.ts";

const isPage = (path: string) => ["/epld", "/epld/alerts"].includes(path);

describe("NAV-2 the page after sign-in", () => {
  it.each(["/epld", "/epld/alerts?q=slot&page=2", "/epld#x"])("NAV-2 follows %s", (next) => {
    expect(parseNextPath(next, isPage)).toBe(next);
  });

  it.each([
    "//evil.example/epld",
    "/\\evil.example/epld",
    "/\t/evil.example/epld",
    "https://evil.example/epld",
    "javascript:alert(1)",
    "epld",
    "/nowhere",
    "/",
    "",
    undefined,
    7,
  ])("NAV-2 does not follow %j", (next) => {
    expect(parseNextPath(next, isPage)).toBeUndefined();
  });
});
