import { onTestFinished } from "vitest";
import { type FakeRelay, fakeRelay, type Manner } from "./fake-relay.ts";

/** A relay board for one test. */
export async function relayForTest(manner: Manner = "well"): Promise<FakeRelay> {
  const relay = await fakeRelay(manner);
  onTestFinished(() => relay.close());
  return relay;
}
