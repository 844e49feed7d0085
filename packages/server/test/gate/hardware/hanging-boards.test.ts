import { describe, expect, it, onTestFinished } from "vitest";
import { systemLookup } from "../../../src/alert/dns-lookup.ts";
import { createCommandSender } from "../../../src/gate/hardware/command-sender.ts";
import { createHardwareConnector } from "../../../src/gate/hardware/transports.ts";
import type { Services } from "../../../src/platform/services.ts";
import { createSharedParts, type SharedParts } from "../../../src/shared-parts.ts";
import { engineSite, poll } from "../../intake/ingest/ingest-site.ts";
import { boardForTest } from "../hardware-status/fake-board.ts";
import { samples } from "../site/samples.ts";
import { relayForTest } from "./relay-for-test.ts";

/** The real transports, but a board that does not reply is waited for longer than any test takes. */
function patientParts(services: Services): SharedParts {
  const limits = { connectMs: 60_000, replyMs: 600_000, maxBytes: 65_536 };
  const connector = createHardwareConnector(async () => "127.0.0.0/8", systemLookup, limits);
  const parts = createSharedParts(services);
  const transports = connector.at("127.0.0.1");
  return { ...parts, commandSender: createCommandSender(services, parts.siteCache, { transports }) };
}

const site = await engineSite(null, patientParts);

describe("a board that does not reply", () => {
  it("ENG-6 delays no other gate", async () => {
    const [dead, well] = [await relayForTest("hangs"), await relayForTest()];
    const deadGate = await site.plateGate(dead.port);
    const wellGate = await site.plateGate(well.port);
    await site.plate("DEAD 1");
    await site.plate("WELL 1");
    await site.push(deadGate, site.plateEvent("DEAD1"));
    await dead.until(1);
    await site.push(wellGate, site.plateEvent("WELL1"));
    expect(await well.until(1)).toEqual(["1 on"]);
  });

  it("LIVE-10 a check that hangs does not delay a command", async () => {
    const checks = site.parts.commandSender.startStatusChecks();
    onTestFinished(() => checks.stop());
    const board = await boardForTest();
    const barrier = await site.barrier(board.port);
    const gate = await site.create("POST /gates", samples.gate({ name: "Busy", boomBarrierId: barrier.id }));
    board.behave("read-hangs");
    const before = board.reads();
    await poll(async () => expect(board.reads()).toBeGreaterThan(before));
    const { body } = await site.server.call("POST /gates/{id}/open", {
      params: { id: gate.id },
      body: { reason: "Test" },
    });
    expect(body).toMatchObject([{ state: "accepted" }]);
  });
});
