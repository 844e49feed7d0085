import { isIPv4 } from "node:net";
import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { accepted, noReply, type UdpTransport } from "../hardware-transport.ts";
import { type StoredMessage, storeMessage } from "./ntcip-message.ts";
import { activateErrors, memoryTypes, multiErrors, noError, ntcipObjects, toFaults } from "./ntcip-objects.ts";
import { integerAt, readMultiError, refused, toStatusDetail } from "./ntcip-result.ts";
import type { ShowOptions, SignAddress, SignDriver } from "./sign.ts";
import { toSignLine } from "./sign-line.ts";
import { snmpOctets } from "./snmp-message.ts";
import { createSnmpSession, describeSnmpError, type SnmpSession } from "./snmp-session.ts";

/** Rows start at the top and on the left, so that the sign shows them as the preview does. */
const layout = "[jp2][jl2]";
const newLine = "[nl]";
const newPage = "[np]";

/**
 * Rows in MULTI, the markup of NTCIP 1203: cut to the width of the sign, with a new page where its height ends. Empty if
 * there is no text.
 */
export function toMulti({ rows: height, chars }: Pick<SignAddress, "rows" | "chars">, rows: readonly string[]): Buffer {
  const lines = rows.map((row) => toSignLine(row, chars).trimEnd());
  while (lines.at(-1) === "") lines.pop();
  if (lines.length === 0) return Buffer.alloc(0);
  const pages = Array.from({ length: Math.ceil(lines.length / height) }, (_, page) =>
    lines
      .slice(page * height, (page + 1) * height)
      .map(escapeBrackets)
      .join(newLine),
  );
  return Buffer.from(`${layout}${pages.join(newPage)}`, "latin1");
}

/** Brackets delimit tags. Fonts have 8-bit characters; others are replaced. */
const escapeBrackets = (line: string) => line.replaceAll(/[[\]]/g, "$&$&").replaceAll(/[^\u0020-\u00ff]/gu, "?");

const defaultCommunity = "public";
/** Longest time for all requests of one text; a request that is under way may take longer. */
const maxShowMs = 4_000;
/** Replaces any other message. */
const activationPriority = 255;
/** Lets other systems replace the message. */
const messagePriority = 128;
const maxMinutes = 65_534;
const forever = 65_535;

/** Signs with NTCIP 1203 over SNMP: the text is stored as a message, checked by the sign, then activated. */
export const ntcip1203: SignDriver = {
  show: async (sign, rows, { udp }, options = {}) => {
    const startedAt = performance.now();
    const isOver = () => options.isExpired?.() === true || performance.now() - startedAt > maxShowMs;
    const session = openSession(sign, udp);
    const multi = toMulti(sign, rows);
    const stored =
      multi.length === 0 ? blankMessage : await storeMessage(session, multi, { priority: messagePriority, isOver });
    if (!stored.ok) return stored.result;
    if (isOver()) return noReply({ isSent: false, detail: "The sign was too slow, and the message expired" });
    return activate(session, stored.value, toMinutes(options));
  },
  checkStatus: async (sign, { udp }) => {
    const { sysUpTime, shortErrorStatus } = ntcipObjects;
    const read = await openSession(sign, udp).get(sysUpTime, shortErrorStatus);
    if (!read.ok) return { state: "failed", detail: toStatusDetail(read) };
    const hundredths = integerAt(read, sysUpTime);
    const faults = toFaults(integerAt(read, shortErrorStatus) ?? 0);
    return {
      state: "replied",
      detail: faults.length === 0 ? null : `It reports: ${faults.join(", ")}.`,
      ...(hundredths !== undefined && { upSeconds: hundredths / 100 }),
    };
  },
};

const openSession = ({ host, port, community = defaultCommunity }: SignAddress, udp: UdpTransport) =>
  createSnmpSession({ host, port, community }, udp);

const blankMessage = {
  ok: true,
  value: { memoryType: memoryTypes.blank, number: messagePriority, crc: 0 },
} as const;

/** Signs count in minutes. The end only matters if the server fails to show the next text. */
const toMinutes = ({ seconds }: ShowOptions) =>
  seconds === undefined ? forever : Math.min(maxMinutes, Math.ceil(seconds / 60) + 1);

async function activate(session: SnmpSession, message: StoredMessage, minutes: number): Promise<HardwareResult> {
  const { activateMessage, shortErrorStatus } = ntcipObjects;
  const value = snmpOctets(toActivationCode(message, minutes, session.localAddress()));
  const activated = await session.set([{ oid: activateMessage, value }]);
  if (!activated.ok && activated.kind === "no-reply") return noReply(activated);
  if (!activated.ok) return refused(await readActivateError(session, activated.status));
  const faults = toFaults(integerAt(await session.get(shortErrorStatus), shortErrorStatus) ?? 0);
  return accepted(faults.length === 0 ? "Text shown." : `Text shown. The sign reports: ${faults.join(", ")}.`);
}

/** The code ends with the address of the requester; NTCIP 1203 has none for IPv6. */
function toActivationCode(
  { memoryType, number, crc }: StoredMessage,
  minutes: number,
  requester: string | undefined,
): Buffer {
  const code = Buffer.alloc(12);
  code.writeUInt16BE(minutes, 0);
  code.writeUInt8(activationPriority, 2);
  code.writeUInt8(memoryType, 3);
  code.writeUInt16BE(number, 4);
  code.writeUInt16BE(crc & 0xffff, 6);
  code.set(requester !== undefined && isIPv4(requester) ? requester.split(".").map(Number) : [127, 0, 0, 1], 8);
  return code;
}

async function readActivateError(session: SnmpSession, status: number): Promise<string> {
  const { activateMessageError } = ntcipObjects;
  const error = integerAt(await session.get(activateMessageError), activateMessageError) ?? noError;
  if (error === multiErrors.activate) return readMultiError(session);
  return error === noError ? describeSnmpError(status) : (activateErrors[error] ?? `activation error ${error}`);
}
