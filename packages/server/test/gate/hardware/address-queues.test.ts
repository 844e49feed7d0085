import { expect, it } from "vitest";
import { createAddressQueues } from "../../../src/gate/hardware/address-queues.ts";

it("ENG-6 commands run before background jobs, and the release of a relay before both", async () => {
  const order: string[] = [];
  const queues = createAddressQueues((error) => expect.fail(String(error)));
  const job = (name: string, manner = {}) =>
    queues.add("127.10.0.5:502", { ...manner, run: async () => void order.push(name) });
  job("first", { isBackground: true });
  job("lamp 1", { isBackground: true });
  job("lamp 2", { isBackground: true });
  job("open");
  job("buzz");
  job("release", { isUrgent: true });
  await queues.settled();
  expect(order).toEqual(["first", "release", "open", "buzz", "lamp 1", "lamp 2"]);
});
