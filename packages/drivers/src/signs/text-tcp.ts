import { accepted, invalidReply, noReply, rejected, toQuote } from "../hardware-transport.ts";
import type { SignAddress, SignDriver } from "./sign.ts";
import { toSignLine } from "./sign-line.ts";

const maxReplyLength = 1024;
const lineEnd = "\r\n";

/** Signs with plain text over TCP: one line per row, then an empty line; the reply is "OK" or "ERR …". See docs/devices.md. */
export const textTcp: SignDriver = {
  show: async (sign, rows, { tcp }) => {
    const { host, port } = sign;
    const bytes = Buffer.from(messageOf(sign, rows), "utf8");
    const result = await tcp({ host, port, bytes, isWhole: (received) => lineIn(received) !== undefined });
    if (!result.ok) return noReply(result);
    const [word = "", ...more] = (lineIn(result.received) ?? "").split(" ");
    const reason = toQuote(more.join(" "));
    if (word === "OK") return accepted("Text shown.");
    if (word === "ERR") return rejected(`The sign refused: ${reason || "no reason given"}.`);
    return invalidReply(`The sign replied with neither OK nor ERR`);
  },
  checkStatus: async ({ host, port }, { tcp }) => {
    const result = await tcp({ host, port, bytes: new Uint8Array() });
    return result.ok ? { state: "connected" } : { state: "failed", detail: result.detail };
  },
};

/** Rows are padded to the width of the sign, so only the end of the message is an empty line. */
function messageOf({ rows: rowCount, chars }: SignAddress, rows: readonly string[]): string {
  const lines = Array.from({ length: rowCount }, (_, row) => lineOf(rows[row] ?? "", chars));
  return `${lines.join(lineEnd)}${lineEnd}${lineEnd}`;
}

function lineOf(row: string, chars: number): string {
  const line = toSignLine(row, chars);
  return line + " ".repeat(chars - [...line].length);
}

/** The first complete line; a reply that is too long counts as complete. */
function lineIn(received: Uint8Array): string | undefined {
  const text = Buffer.from(received).toString("utf8");
  const end = text.indexOf("\n");
  if (end >= 0) return text.slice(0, end).trim();
  return text.length > maxReplyLength ? text : undefined;
}
