import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One message as Wireshark's LLRP dissector reads it. */
export interface DissectedMessage {
  readonly version: string;
  readonly type: string;
  readonly length: string;
  readonly id: string;
  readonly roSpec: string;
  readonly epc: string;
  readonly antenna: string;
  /** Complaints of the dissector; empty for a valid message. */
  readonly complaints: string;
}

const fields = [
  "llrp.version",
  "llrp.type",
  "llrp.length",
  "llrp.id",
  "llrp.rospec",
  "llrp.param.rospec_id",
  "llrp.param.epc",
  "llrp.antenna_id",
  "_ws.malformed",
  "_ws.expert.message",
];

/** Reads messages with tshark, each in a segment of its own. */
export function dissect(messages: readonly Buffer[], sender: "client" | "reader"): DissectedMessage[] {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-llrp-"));
  try {
    const file = join(folder, "llrp.pcap");
    writeFileSync(file, toCapture(messages, sender));
    const output = execFileSync(
      "tshark",
      ["-r", file, "-d", "tcp.port==5084,llrp", "-T", "fields", ...fields.flatMap((field) => ["-e", field])],
      { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
    );
    return output.trimEnd().split("\n").map(toMessage);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Error("The LLRP tests need Debian's tshark: apt-get install tshark");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function toMessage(line: string): DissectedMessage {
  const [version = "", type = "", length = "", id = "", roSpec = "", added = "", epc = "", antenna = "", ...rest] =
    line.split("\t");
  return {
    version,
    type,
    length,
    id,
    roSpec: roSpec || added,
    epc,
    antenna,
    complaints: rest.filter((text) => text !== "").join(" "),
  };
}

const rawIp = 101;

/** A capture file with one TCP segment per message. */
function toCapture(messages: readonly Buffer[], sender: "client" | "reader"): Buffer {
  const header = Buffer.alloc(24);
  header.writeUInt32LE(0xa1b2c3d4, 0);
  header.writeUInt16LE(2, 4);
  header.writeUInt16LE(4, 6);
  header.writeUInt32LE(65_535, 16);
  header.writeUInt32LE(rawIp, 20);
  let sequence = 1;
  const packets = messages.map((message, index) => {
    const packet = Buffer.concat([...toHeaders(message.length, sequence, sender), message]);
    sequence += message.length;
    const record = Buffer.alloc(16);
    record.writeUInt32LE(index + 1, 0);
    record.writeUInt32LE(packet.length, 8);
    record.writeUInt32LE(packet.length, 12);
    return Buffer.concat([record, packet]);
  });
  return Buffer.concat([header, ...packets]);
}

function toHeaders(length: number, sequence: number, sender: "client" | "reader"): readonly Buffer[] {
  const ip = Buffer.from("450000000000400040060000" + "7f0000017f000001", "hex");
  ip.writeUInt16BE(40 + length, 2);
  const tcp = Buffer.alloc(20);
  const [from, to] = sender === "client" ? [40_000, 5084] : [5084, 40_000];
  tcp.writeUInt16BE(from, 0);
  tcp.writeUInt16BE(to, 2);
  tcp.writeUInt32BE(sequence, 4);
  tcp.writeUInt32BE(1, 8);
  // Header length, then the flags PSH and ACK.
  tcp.writeUInt16BE(0x5018, 12);
  tcp.writeUInt16BE(65_535, 14);
  return [ip, tcp];
}
