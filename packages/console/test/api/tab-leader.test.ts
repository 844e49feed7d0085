import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { joinTabs } from "../../src/api/tab-leader.ts";

/** A channel between the tabs of this test. A frozen tab neither sends nor receives. */
class FakeChannel {
  static all: FakeChannel[] = [];
  isFrozen = false;
  onmessage = (_: { data: unknown }) => {};
  constructor() {
    FakeChannel.all.push(this);
  }
  postMessage(data: unknown): void {
    if (this.isFrozen) return;
    const others = FakeChannel.all.filter((one) => one !== this && !one.isFrozen);
    queueMicrotask(() => others.forEach((one) => void one.onmessage({ data })));
  }
  close(): void {
    FakeChannel.all = FakeChannel.all.filter((one) => one !== this);
  }
}

function openTab(name: string) {
  const received: string[] = [];
  let leads = false;
  const lead = (ended: AbortSignal) => {
    leads = true;
    ended.onabort = () => {
      leads = false;
    };
  };
  const serve = (request: string) => tabs.publish(`${name} served ${request}`);
  const tabs = joinTabs<string, string>("test", {
    lead,
    receive: (message) => received.push(message),
    greet: () => `greeted by ${name}`,
    serve,
    onLeader: () => {},
  });
  return { name, received, tabs, channel: FakeChannel.all.at(-1), isLeader: () => leads };
}

type Tab = ReturnType<typeof openTab>;
const leaderOf = (tabs: readonly Tab[]): Tab => {
  const leaders = tabs.filter((tab) => tab.isLeader());
  expect(leaders).toHaveLength(1);
  return leaders[0] as Tab;
};
const settle = () => vi.advanceTimersByTimeAsync(10_000);

describe("the tabs of a browser", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("BroadcastChannel", FakeChannel);
  });
  afterEach(() => {
    FakeChannel.all = [];
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("elect one leader when they are opened at the same time", async () => {
    const tabs = ["A", "B", "C"].map(openTab);
    await settle();
    leaderOf(tabs);
  });

  it("greet one that is opened later, which hears the leader and can ask it", async () => {
    const first = openTab("A");
    await settle();
    const second = openTab("B");
    const third = openTab("C");
    await settle();
    expect(leaderOf([first, second, third])).toBe(first);
    first.tabs.publish("news");
    second.tabs.request("a picture");
    await settle();
    expect(second.received).toEqual(["greeted by A", "news", "A served a picture"]);
    expect(first.received).toEqual(["news", "A served a picture"]);
    expect(third.received).toContain("A served a picture");
  });

  it("elect another at once when the leader is closed", async () => {
    const tabs = ["A", "B", "C"].map(openTab);
    await settle();
    const leader = leaderOf(tabs);
    leader.tabs.leave();
    await vi.advanceTimersByTimeAsync(300);
    expect(leaderOf(tabs)).not.toBe(leader);
  });

  it("elect another while the leader is frozen, and have one leader when it continues", async () => {
    const tabs = ["A", "B", "C"].map(openTab);
    await settle();
    const { channel, ...frozen } = leaderOf(tabs);
    Object.assign(channel ?? {}, { isFrozen: true });
    await settle();
    leaderOf(tabs.filter(({ name }) => name !== frozen.name));
    Object.assign(channel ?? {}, { isFrozen: false });
    await settle();
    leaderOf(tabs);
  });
});
