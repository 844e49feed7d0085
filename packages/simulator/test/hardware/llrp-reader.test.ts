import { maxResponseMs } from "@gatehouse/drivers/readers/llrp-session";
import { readerDrivers } from "@gatehouse/drivers/readers/registry";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type HardwareFault, lateReplyMs } from "../../src/hardware/hardware-fault.ts";
import { type LlrpReader, startLlrpReader } from "../../src/hardware/simulated-reader.ts";
import { openReaderClient } from "./reader-client.ts";

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function startReader(fault: HardwareFault = "normal"): Promise<LlrpReader> {
  const reader = await startLlrpReader(0);
  opened.push(reader);
  await reader.setFault(fault);
  return reader;
}

function openClient({ port }: LlrpReader) {
  const client = openReaderClient(readerDrivers.llrp, port);
  opened.push(client);
  return client;
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 });

describe("a simulated LLRP reader", () => {
  it("LIVE-2 reports tags to the driver, all of them if they come in one segment", async () => {
    const reader = await startReader();
    const client = openClient(reader);
    expect(reader.read("E2000001")).toBe(false);
    await until(() => expect(reader.isReading() && client.state.session.isReading).toBe(true));
    const epcs = ["E28011700000020A7B3C0001", "E2000002", "E2000003", "E2000004", "E2000005", "E2000006"];
    expect(reader.read(...epcs)).toBe(true);
    await until(() => expect(client.tags).toEqual(epcs));
  });

  it("LIVE-2 serves one client, and the next one after it closed", async () => {
    const reader = await startReader();
    const first = openClient(reader);
    await until(() => expect(first.state.session.isReading).toBe(true));
    const second = openClient(reader);
    await until(() =>
      expect(second.state.failure).toBe("The reader refused the connection: another client is connected."),
    );
    for (const bytes of first.state.session.close()) first.send(bytes);
    await until(() =>
      expect(first.state).toMatchObject({ isClosed: true, failure: "The reader closed the connection." }),
    );
    await until(() => expect(reader.isReading()).toBe(false));
    const third = openClient(reader);
    await until(() => expect(third.state.session.isReading).toBe(true));
  });

  it("LIVE-2 that refuses clients makes the driver fail", async () => {
    const { state } = openClient(await startReader("refuses"));
    await until(() => expect(state.failure).toBe("The reader refused the connection: another client is connected."));
  });

  it.each(["hangs", "late"] as const)(
    "LIVE-2 with the fault %s makes the driver fail at its deadline",
    async (fault) => {
      const client = openClient(await startReader(fault));
      await until(() => expect(client.state.isConnected).toBe(true));
      expect(client.state.session.isReading).toBe(false);
      expect(client.failureAtDeadline()).toBe("The reader did not accept the connection within 4 s.");
      expect(lateReplyMs).toBeGreaterThan(maxResponseMs);
    },
  );

  it("LIVE-2 that sends half a report yields no tag", async () => {
    const reader = await startReader("half-frame");
    const client = openClient(reader);
    await until(() => expect(client.state.session.isReading).toBe(true));
    reader.read("E2000001");
    await until(() => expect(client.state.isClosed).toBe(true));
    expect(client.tags).toEqual([]);
  });

  it("LIVE-2 that loses power closes the connection, and accepts clients again afterwards", async () => {
    const reader = await startReader();
    const before = openClient(reader);
    await until(() => expect(before.state.session.isReading).toBe(true));
    await reader.setFault("unplugged");
    await until(() => expect(before.state.isClosed).toBe(true));
    const during = openClient(reader);
    await until(() => expect(during.state.isClosed).toBe(true));
    await reader.setFault("normal");
    const afterwards = openClient(reader);
    await until(() => expect(afterwards.state.session.isReading).toBe(true));
  });
});
