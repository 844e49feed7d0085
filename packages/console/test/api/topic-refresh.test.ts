import type { LiveTopic } from "@gatehouse/contract/entities/live";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createTopicRefresh, refetchAfterSave, refetchTopic } from "../../src/api/topic-refresh.ts";

const responseMs = 100;
const restMs = 300;

describe("VAR-8 a changed topic is refetched", () => {
  const ask = vi.fn(() => new Promise<void>((resolve) => setTimeout(resolve, responseMs)));
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
    await vi.advanceTimersByTimeAsync(responseMs);
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10 * restMs);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("immediately after a pause, each topic independently", async () => {
    const refresh = createTopicRefresh(ask);
    refresh("variables");
    refresh("alerts");
    await vi.advanceTimersByTimeAsync(responseMs + restMs);
    refresh("variables");
    expect(ask.mock.calls).toEqual([["variables"], ["alerts"], ["variables"]]);
  });
});

describe("VAR-8 the queries of a changed topic", () => {
  const started: (() => void)[] = [];
  const load = vi.fn(() => new Promise<number>((resolve) => started.push(() => resolve(load.mock.calls.length))));
  const watch = (queries: QueryClient) => {
    const observer = new QueryObserver(queries, { queryKey: ["variables"], queryFn: load });
    return { observer, stop: observer.subscribe(() => undefined) };
  };
  beforeEach(() => {
    started.length = 0;
    load.mockClear();
  });

  it("are loaded again if they changed during their first load", async () => {
    const queries = new QueryClient();
    const { observer, stop } = watch(queries);
    const refetched = refetchTopic(queries, "variables");
    started[0]?.();
    await vi.waitFor(() => expect(started).toHaveLength(2));
    started[1]?.();
    await refetched;
    expect(observer.getCurrentResult().data).toBe(2);
    stop();
  });

  it("are loaded once if they have been loaded before", async () => {
    const queries = new QueryClient();
    queries.setQueryData(["variables"], 0);
    const { stop } = watch(queries);
    started[0]?.();
    await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
    const refetched = refetchTopic(queries, "variables");
    started[1]?.();
    await refetched;
    expect(load).toHaveBeenCalledTimes(2);
    stop();
  });
});

describe("VAR-8 after a save, its topic is refetched", () => {
  const load = vi.fn(async () => 1);
  const watch = (queryKey: LiveTopic) => {
    const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    queries.setQueryData([queryKey], 0);
    onTestFinished(new QueryObserver(queries, { queryKey: [queryKey], queryFn: load }).subscribe(() => undefined));
    return queries;
  };
  beforeEach(() => {
    vi.useFakeTimers();
    load.mockClear();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("once, by the notice of the change", async () => {
    const queries = watch("lanes");
    const saved = Promise.all([refetchAfterSave(queries, "lanes"), refetchAfterSave(queries, "lanes")]);
    await vi.advanceTimersByTimeAsync(100);
    expect(load).toHaveBeenCalledTimes(0);
    void refetchTopic(queries, "lanes");
    await saved;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(load).toHaveBeenCalledTimes(1);
    await refetchTopic(queries, "lanes");
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("soon, if no notice comes", async () => {
    const queries = watch("lanes");
    const saved = refetchAfterSave(queries, "lanes");
    await vi.advanceTimersByTimeAsync(300);
    await saved;
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("immediately, if its notices are throttled", () => {
    void refetchAfterSave(watch("events"), "events");
    expect(load).toHaveBeenCalledTimes(1);
  });
});
