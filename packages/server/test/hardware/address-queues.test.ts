import { expect, it } from "vitest";
import { createAddressQueues } from "../../src/hardware/address-queues.ts";

it("ENG-6 what someone waits for goes before what only keeps up, and the end of a pulse before both", async () => {
  const order: string[] = [];
  const supervisors = createAddressQueues((error) => expect.fail(String(error)));
  const job = (name: string, manner = {}) =>
    supervisors.add("127.10.0.5:502", { ...manner, run: async () => void order.push(name) });
  job("first", { isPatient: true });
  job("lamp 1", { isPatient: true });
  job("lamp 2", { isPatient: true });
  job("open");
  job("buzz");
  job("release", { isUrgent: true });
  await supervisors.settled();
  expect(order).toEqual(["first", "release", "open", "buzz", "lamp 1", "lamp 2"]);
});
