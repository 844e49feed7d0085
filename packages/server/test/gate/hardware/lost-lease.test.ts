import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { modbusTcp } from "@gatehouse/drivers/relays/modbus-tcp";
import { expect, it, onTestFinished } from "vitest";
import { systemLookup } from "../../../src/alert/dns-lookup.ts";
import { createHardwareConnector, type ExchangeControl, ownCommand } from "../../../src/gate/hardware/transports.ts";
import { relayForTest } from "./relay-for-test.ts";

const host = "127.0.0.1";
const interrupted = { ok: false, isSent: false };

/** Transports of a process that loses its lease after an exchange has begun. */
function losingTransports(control?: ExchangeControl) {
  let isAllowed = true;
  const connector = createHardwareConnector(
    async () => "127.0.0.0/8",
    systemLookup,
    undefined,
    () => isAllowed,
  );
  const lose = () => {
    isAllowed = false;
  };
  return { transports: connector.at(host, control), lose };
}

it("HA-4 sends nothing to a board if the lease ended while it connected", async () => {
  const relay = await relayForTest();
  const { transports, lose } = losingTransports();
  const sending = transports.tcp({ host, port: relay.port, bytes: Buffer.alloc(12), isWhole: () => true });
  lose();
  expect(await sending).toMatchObject(interrupted);
  expect(relay.heard).toEqual([]);
});

it("HA-1 sends a command that was decided without the database, although the lease can't be renewed", async () => {
  const relay = await relayForTest();
  const { transports, lose } = losingTransports(ownCommand);
  lose();
  await modbusTcp.close({ host, port: relay.port, relayNumber: 1 }, 500, transports);
  expect(relay.heard).toEqual(["1 on"]);
});

it("HA-4 sends nothing over HTTP if the lease ended while it connected", async () => {
  const heard: string[] = [];
  const board = createServer((request, response) => {
    heard.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => board.listen(0, host, resolve));
  onTestFinished(() => void board.close());
  const { port } = board.address() as AddressInfo;
  const { transports, lose } = losingTransports();
  const sending = transports.http({ method: "GET", host, port, path: "/relay/1/on" });
  lose();
  expect(await sending).toMatchObject(interrupted);
  expect(heard).toEqual([]);
});
