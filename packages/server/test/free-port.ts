import { randomInt } from "node:crypto";
import { findFreePort } from "@gatehouse/simulator/network/loopback";

// Below the ephemeral range, so that the operating system gives no port of a test to anyone else; simulated devices
// use the ports from 18000.
const firstPort = 10_000;
const portsPerWorker = 1_900;
const maxWorkers = 4;

const firstOfWorker = firstPort + (Number(process.env.VITEST_POOL_ID ?? 0) % maxWorkers) * portsPerWorker;
let last = randomInt(portsPerWorker);

/**
 * A port that nothing listens on. It is not given again soon, and never to a test that runs at the same time: devices
 * of earlier tests are still configured, and the server still tries to reach them.
 */
export async function freePort(): Promise<number> {
  const port = await findFreePort(firstOfWorker + ((last + 1) % portsPerWorker));
  last = port - firstOfWorker;
  return port;
}
