import { createSocket } from "node:dgram";
import { once } from "node:events";
import {
  encodeSnmpMessage,
  parseSnmpMessage,
  type SnmpMessage,
  snmpInteger,
} from "@gatehouse/drivers/signs/snmp-message";
import { onTestFinished } from "vitest";

/** A sign with NTCIP 1203 on a real UDP socket; every text is valid. */
export interface FakeSnmpSign {
  readonly port: number;
  /** Everything it showed, newest last, without markup. */
  readonly shown: readonly string[];
  /** Waits until it shows this. */
  until(text: string): Promise<void>;
}

const activateMessage = "1.3.6.1.4.1.1206.4.2.3.6.3.0";
const isMulti = (oid: string) => oid.startsWith("1.3.6.1.4.1.1206.4.2.3.5.8.1.3.");
/** Valid as dmsMessageStatus, and a possible value of every other object that the driver reads, except of faults. */
const valid = 4;

/** Starts a sign for one test. `lossy`: it loses the first datagram of every request. */
export async function snmpSignForTest(community: string, { isLossy = false } = {}): Promise<FakeSnmpSign> {
  const shown: string[] = [];
  const received = new Set<number>();
  let text = "";
  let notify = () => {};
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(async () => {
    socket.close();
    await once(socket, "close");
  });

  function execute({ pdu, bindings }: SnmpMessage): void {
    if (pdu !== "set") return;
    for (const { oid, value } of bindings) {
      if (isMulti(oid) && value.type === "octets") text = value.value.toString("latin1");
      if (oid !== activateMessage || value.type !== "octets") continue;
      // Memory type 7 is the blank message.
      shown.push(value.value[3] === 7 ? "" : text.replaceAll(/\[\w+\]/g, " ").trim());
      notify();
    }
  }

  socket.on("message", (datagram, { port, address }) => {
    const request = parseSnmpMessage(datagram);
    if (!request || request.community !== community) return;
    const isFirst = !received.has(request.requestId);
    received.add(request.requestId);
    if (isLossy && isFirst) return;
    execute(request);
    const bindings = request.bindings.map(({ oid, value }) => ({
      oid,
      value: request.pdu === "set" ? value : snmpInteger(oid.includes(".9.7.1.") ? 0 : valid),
    }));
    socket.send(encodeSnmpMessage({ ...request, pdu: "response", bindings }), port, address);
  });

  return {
    port: socket.address().port,
    shown,
    until: async (wanted) => {
      while (shown.at(-1) !== wanted)
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
    },
  };
}
