import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAddressQueues } from "../../../src/gate/hardware/address-queues.ts";
import { createRelayReleases } from "../../../src/gate/hardware/relay-releases.ts";
import type { Route } from "../../../src/gate/hardware/relay-routes.ts";
import { testServer } from "../../test-server.ts";

const { services } = await testServer();

const release = {
  host: "127.0.0.1",
  port: 1,
  relayNumber: 1,
  driver: "modbus-tcp",
  restsOn: false,
  dueAt: new Date(0),
};
const unreachable: HardwareResult = { outcome: "unreachable", detail: "No reply in time." };

/** Releases whose route is decided by the test. */
function setUp() {
  const queues = createAddressQueues((error) => {
    throw error;
  });
  const routed: PromiseWithResolvers<Route>[] = [];
  const to = () => {
    const route = Promise.withResolvers<Route>();
    routed.push(route);
    return route.promise;
  };
  const routes = { to, toBarrier: to, toLampOrBuzzer: to };
  const releases = createRelayReleases({ services, queues, routes, onReleased: () => {} });
  const failNext = async () => {
    routed.shift()?.resolve({ ok: false, outcome: unreachable });
    await queues.settled();
  };
  return { releases, routed, failNext };
}

describe("the release of a relay whose board can't be reached", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => vi.useRealTimers());

  it("is retried", async () => {
    const { releases, routed, failNext } = setUp();
    releases.schedule(release, 100);
    vi.advanceTimersByTime(100);
    await failNext();
    vi.advanceTimersByTime(1_000);
    expect(routed).toHaveLength(1);
    releases.stop();
    await failNext();
  });

  it("is not retried after the process stopped driving the hardware", async () => {
    const { releases, routed, failNext } = setUp();
    releases.schedule(release, 100);
    vi.advanceTimersByTime(100);
    expect(routed).toHaveLength(1);
    releases.stop();
    await failNext();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a relay that was closed when the process stopped", () => {
  it("is released when the process resumes, and the release is retried again", async () => {
    const { releases, routed, failNext } = setUp();
    await releases.save([release]);
    releases.stop();
    await releases.resume();
    await expect.poll(() => routed).toHaveLength(1);
    await failNext();
    await expect.poll(() => routed).toHaveLength(1);
    releases.stop();
    await failNext();
  });
});
