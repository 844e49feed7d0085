import { describe, expect, it } from "vitest";
import { ApiError, errorText } from "../../src/api/api-error.ts";
import { dropEmpty } from "../../src/api/call.ts";
import { parseEvents } from "../../src/api/event-stream.ts";
import { createQueryClient, retryDelayMs, shouldRetry } from "../../src/api/query-client.ts";
import { withoutRequestNote } from "../../src/ui/request-note.ts";

const rejected = (message: string | string[]) => new ApiError(400, { code: "request/invalid", message });

describe("SHELL-6 error messages", () => {
  it.each([
    ["prefer the server's message", rejected("name is taken"), "Failed to save", "Name is taken"],
    ["join several messages with commas", rejected(["no key", "no value"]), "Failed to save", "No key, no value"],
    ["fall back to the catalogue's text", new ApiError(500), "failed to save", "Failed to save"],
    ["fall back to the error's own message", new TypeError("odd"), undefined, "Odd"],
    [
      "use a text with a colon as prefix of the message",
      rejected("gone"),
      "Failed to update: ",
      "Failed to update: gone",
    ],
    [
      "use a text with a colon as prefix of the error's own message",
      new ApiError(0),
      "Failed: ",
      "Failed: The server cannot be reached",
    ],
  ])("SHELL-6 %s", (_, error, fallback, said) => {
    expect(errorText(error, fallback)).toBe(said);
  });
});

describe("the request id in error messages", () => {
  const requestId = "5f3a91c2-0000-4000-8000-000000000000";

  it.each([
    ["a fault of the server", "server/unexpected", "Something went wrong (request 5f3a91c2)"],
    ["a fault of the input", "request/invalid", "Something went wrong"],
  ] as const)("OPSYS-3 names the request of %s", (_, code, said) => {
    expect(errorText(new ApiError(500, { code, message: "Something went wrong", requestId }))).toBe(said);
  });

  it("OPSYS-3 is ignored when banners of the same error are compared", () => {
    expect(withoutRequestNote("Something went wrong (request 5f3a91c2)")).toBe("Something went wrong");
  });
});

describe("SHELL-9 values dropped from filters and payloads", () => {
  it.each([
    ["empty text", { a: "", b: "x" }, { b: "x" }],
    ["white space", { a: " \t", b: 0 }, { b: 0 }],
    ["undefined", { a: undefined, b: false }, { b: false }],
    ["nested empty text", { a: { b: " ", c: null } }, { a: { c: null } }],
    ["nothing inside a list", { a: ["", "x"] }, { a: ["", "x"] }],
  ])("SHELL-9 %s", (_, given, kept) => {
    expect(dropEmpty(given)).toEqual(kept);
  });
});

describe("SHELL-7 retries", () => {
  it.each([
    ["a server error up to three times", 2, new ApiError(500), true],
    ["not a fourth time", 3, new ApiError(500), false],
    ["an unreachable server", 0, new ApiError(0), true],
    ["never a 4xx answer", 0, rejected("no"), false],
  ])("SHELL-7 %s", (_, failures, error, again) => {
    expect(shouldRetry(failures, error)).toBe(again);
  });

  it("SHELL-7 waits one second, doubled, at most thirty", () => {
    expect([0, 1, 2, 5, 9].map(retryDelayMs)).toEqual([1000, 2000, 4000, 30_000, 30_000]);
  });

  it("SHELL-7 caches answers for five minutes and does not refetch on window focus", () => {
    expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
      gcTime: 300_000,
      refetchOnWindowFocus: false,
    });
  });
});

describe("the live stream", () => {
  it("is split into complete events and the incomplete rest", () => {
    const { events, rest } = parseEvents(
      'retry: 1000\nevent: alive\ndata: {}\n\nid: 4\nevent: changed\ndata: {"topics":["alerts"]}\n\nevent: ch',
    );
    expect(events).toEqual([
      { event: "alive", data: "{}" },
      { event: "changed", data: '{"topics":["alerts"]}', id: "4" },
    ]);
    expect(rest).toBe("event: ch");
  });

  it("ignores comments", () => {
    expect(parseEvents(": hello\n\n").events).toEqual([]);
  });
});
