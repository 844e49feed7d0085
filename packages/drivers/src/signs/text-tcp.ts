import { accepted, noReply, notUnderstood, rejected, saying } from "../hardware-transport.ts";
import type { SignAddress, SignDriver } from "./sign.ts";

const longestAnswer = 1024;
const lineEnd = "\r\n";

/** Signs that take plain text: each row a line, an empty line at the end; "OK" or "ERR …" comes back. See docs/devices.md. */
export const textTcp: SignDriver = {
  show: async (sign, rows, { tcp }) => {
    const { host, port } = sign;
    const bytes = Buffer.from(messageOf(sign, rows), "utf8");
    const result = await tcp({ host, port, bytes, isWhole: (received) => lineIn(received) !== undefined });
    if (!result.ok) return noReply(result);
    const [word = "", ...more] = (lineIn(result.received) ?? "").split(" ");
    const reason = saying(more.join(" "));
    if (word === "OK") return accepted("Text shown.");
    if (word === "ERR") return rejected(`The sign refused: ${reason || "without a reason"}.`);
    return notUnderstood(`The sign replied with neither OK nor ERR`);
  },
};

/** Exactly as many rows as the sign has, each exactly as wide: so no row is empty, and the empty line ends them. */
function messageOf({ rows: rowCount, chars }: SignAddress, rows: readonly string[]): string {
  const lines = Array.from({ length: rowCount }, (_, row) => lineOf(rows[row] ?? "", chars));
  return `${lines.join(lineEnd)}${lineEnd}${lineEnd}`;
}

function lineOf(row: string, chars: number): string {
  const plain = [...row.normalize("NFC").replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, " ")].slice(0, chars);
  return plain.join("") + " ".repeat(chars - plain.length);
}

/** The first line, once it has ended; what never ends is taken as one. */
function lineIn(received: Uint8Array): string | undefined {
  const text = Buffer.from(received).toString("utf8");
  const end = text.indexOf("\n");
  if (end >= 0) return text.slice(0, end).trim();
  return text.length > longestAnswer ? text : undefined;
}
