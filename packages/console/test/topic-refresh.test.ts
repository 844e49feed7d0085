import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTopicRefresh } from "../src/api/topic-refresh.ts";

const answerMs = 100;
const restMs = 300;

describe("VAR-8 a changed topic is refetched", () => {
  const ask = vi.fn(() => new Promise<void>((resolve) => setTimeout(resolve, answerMs)));
  beforeEach(() => {
    vi.useFakeTimers();
    ask.mockClear();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("immediately", () => {
    createTopicRefresh(ask)("variables");
    expect(ask).toHaveBeenCalledExactlyOnceWith("variables");
  });

  it("once more after the answer, however often it changed meanwhile", async () => {
    const refresh = createTopicRefresh(ask);
    refresh("variables");
    await vi.advanceTimersByTimeAsync(50);
    refresh("variables");
    refresh("variables");
    await vi.advanceTimersByTimeAsync(answerMs);
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10 * restMs);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("immediately after a pause, each topic independently", async () => {
    const refresh = createTopicRefresh(ask);
    refresh("variables");
    refresh("alerts");
    await vi.advanceTimersByTimeAsync(answerMs + restMs);
    refresh("variables");
    expect(ask.mock.calls).toEqual([["variables"], ["alerts"], ["variables"]]);
  });
});
