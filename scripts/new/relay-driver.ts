import { registerDriver } from "./hardware-driver.ts";
import type { Name } from "./name.ts";
import type { Plan } from "./plan.ts";

/** Plans a driver for a kind of relay board. */
export function planRelayDriver(name: Name): Plan {
  const driver = `packages/drivers/src/relays/${name.kebab}.ts`;
  const test = `packages/drivers/test/relays/${name.kebab}.test.ts`;
  return {
    files: { [driver]: driverFile(name), [test]: driverTest(name) },
    edits: registerDriver(name, "relays", "export const relayDrivers", "relay"),
    changesGeneratedFiles: false,
    next: [
      `Replace the request and the reply in ${driver} with those of the board's manual.`,
      `Replace the replies in ${test} with recorded ones.`,
      "Describe the protocol in docs/devices.md, under Relays.",
    ],
  };
}

const driverFile = ({
  camel,
  title,
}: Name) => `import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { accepted, type HardwareTransports, invalidReply, noReply } from "../hardware-transport.ts";
import { toRejection } from "./http-board.ts";
import type { RelayAddress, RelayDriver } from "./relay.ts";

/** ${title} relay boards: POST /relays/{number} with the state, and the board replies with the new state. */
export const ${camel}: RelayDriver = {
  // Gatehouse ends the pulse. True for a board that opens the relay by itself after pulseMs.
  timesPulses: false,
  close: (relay, _pulseMs, transports) => setRelay(relay, "on", transports),
  hold: (relay, transports) => setRelay(relay, "on", transports),
  release: (relay, transports) => setRelay(relay, "off", transports),
};

async function setRelay(
  { host, port, relayNumber }: RelayAddress,
  state: "on" | "off",
  { http }: HardwareTransports,
): Promise<HardwareResult> {
  const reply = await http({ method: "POST", host, port, path: \`/relays/\${relayNumber}\`, body: { state } });
  if (!reply.ok) return noReply(reply);
  const rejection = toRejection(reply.status);
  if (rejection) return rejection;
  if (reply.text.trim() !== state) return invalidReply("The board didn't confirm the new state");
  return accepted(\`The board switched relay \${relayNumber} \${state}.\`);
}
`;

const driverTest = ({ kebab, title }: Name) => `import { describe, expect, it } from "vitest";
import { relayDrivers } from "../../src/relays/registry.ts";
import type { RelayDriver } from "../../src/relays/relay.ts";
import { recordedHttp } from "../recorded-transport.ts";

const driver = relayDrivers["${kebab}"];
const relay = { host: "127.0.0.1", port: 80, relayNumber: 2 };
const reply = (text: string, status = 200) => ({ ok: true as const, status, text });
const failure = (isSent: boolean, detail: string) => ({ ok: false as const, isSent, detail });

describe("a ${title} relay board", () => {
  it.each([
    ["close", "on", (transports) => driver.close(relay, 500, transports)],
    ["hold", "on", (transports) => driver.hold(relay, transports)],
    ["release", "off", (transports) => driver.release(relay, transports)],
  ] satisfies [string, string, (transports: Parameters<RelayDriver["hold"]>[1]) => ReturnType<RelayDriver["hold"]>][])(
    "%s switches the relay %s",
    async (_, state, run) => {
      const { transports, asked } = recordedHttp(reply(state));
      expect(await run(transports)).toEqual({ outcome: "accepted", detail: \`The board switched relay 2 \${state}.\` });
      expect(asked).toEqual([{ method: "POST", host: "127.0.0.1", port: 80, path: "/relays/2", body: { state } }]);
    },
  );

  it.each([
    ["an error status", reply("", 503), "rejected"],
    ["another state", reply("off"), "unreachable"],
    ["another page", reply("<!doctype html>"), "unreachable"],
    ["no connection", failure(false, "Connection refused"), "unreachable"],
    ["no reply", failure(true, "Timed out"), "unreachable"],
  ])("treats %s as a failure", async (_, result, outcome) => {
    expect(await driver.close(relay, 500, recordedHttp(result).transports)).toMatchObject({ outcome });
  });
});
`;
