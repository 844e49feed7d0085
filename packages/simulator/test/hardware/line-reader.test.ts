import { readerDrivers } from "@gatehouse/drivers/readers/registry";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { HardwareFault } from "../../src/hardware/hardware-fault.ts";
import { startLineReader } from "../../src/hardware/simulated-reader.ts";
import { openReaderClient } from "./reader-client.ts";

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function connectTo(fault: HardwareFault) {
  const reader = await startLineReader(0);
  opened.push(reader);
  await reader.setFault(fault);
  const client = openReaderClient(readerDrivers["line-tcp"], reader.port);
  opened.push(client);
  return { reader, client };
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 });

describe("a simulated reader that sends lines", () => {
  it("LIVE-2 sends every tag to the driver", async () => {
    const { reader, client } = await connectTo("normal");
    await until(() => expect(reader.clientCount()).toBe(1));
    for (const tag of ["E2000001", "E2000002", "E2000003"]) reader.read(tag);
    await until(() => expect(client.tags).toEqual(["E2000001", "E2000002", "E2000003"]));
  });

  it("LIVE-2 that sends half a line yields no tag", async () => {
    const { reader, client } = await connectTo("half-frame");
    await until(() => expect(reader.clientCount()).toBe(1));
    reader.read("E2000001");
    await until(() => expect(client.state.isClosed).toBe(true));
    expect(client.tags).toEqual([]);
  });

  it.each(["refuses", "unplugged"] as const)("LIVE-2 with the fault %s closes the connection", async (fault) => {
    const { reader, client } = await connectTo(fault);
    await until(() => expect(client.state.isClosed).toBe(true));
    expect(reader.clientCount()).toBe(0);
  });

  it.each(["hangs", "late"] as const)("LIVE-2 with the fault %s sends nothing in time", async (fault) => {
    const { reader, client } = await connectTo(fault);
    await until(() => expect(reader.clientCount()).toBe(1));
    reader.read("E2000001");
    // The end of the connection follows everything that was sent before.
    await reader.close();
    await until(() => expect(client.state.isClosed).toBe(true));
    expect(client.tags).toEqual([]);
  });
});
