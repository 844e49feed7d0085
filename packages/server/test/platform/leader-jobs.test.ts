import { afterAll, describe, expect, it, vi } from "vitest";
import { createLeadership } from "../../src/platform/database/leadership.ts";
import { runWhileLeader } from "../../src/platform/leader-jobs.ts";
import { createLog } from "../../src/platform/log.ts";
import { testDatabase } from "../harness.ts";

const connection = await testDatabase();
const log = createLog("silent");

/** A server process that runs the leader's jobs. */
function member() {
  const leadership = createLeadership(connection, log);
  let works = false;
  const field = runWhileLeader(leadership, log, () => {
    works = true;
    const stop = async () => {
      works = false;
    };
    return [{ stop }];
  });
  const leave = async () => {
    await field.stop();
    await leadership.close();
  };
  afterAll(leave);
  return { leadership, isWorking: () => works, leave };
}

describe("many servers on one database", () => {
  it("HEALTH-4 have one field controller, and another takes over when it dies", async () => {
    const first = member();
    await expect.poll(() => first.isWorking()).toBe(true);
    const second = member();
    await expect(vi.waitFor(() => expect(second.isWorking()).toBe(true), 1_500)).rejects.toThrow();
    await first.leave();
    expect(first.isWorking()).toBe(false);
    await expect.poll(() => second.isWorking()).toBe(true);
  });
});
