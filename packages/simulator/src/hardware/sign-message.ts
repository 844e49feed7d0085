const maxMessageBytes = 16 * 1024;

/**
 * Parses the complete messages of a byte stream and returns the rest: one line per row, ended by an empty line. Returns
 * undefined if a message is too long.
 */
export function parseMessages(received: Buffer): { messages: string[][]; rest: Buffer } | undefined {
  const messages: string[][] = [];
  let rest = received;
  for (let end = findEnd(rest); end !== undefined; end = findEnd(rest)) {
    const text = rest.subarray(0, end.at).toString("utf8");
    messages.push(text.split(/\r?\n/));
    rest = rest.subarray(end.at + end.length);
  }
  return rest.length > maxMessageBytes ? undefined : { messages, rest };
}

function findEnd(bytes: Buffer): { at: number; length: number } | undefined {
  const found = ["\r\n\r\n", "\n\n"].map((mark) => ({ at: bytes.indexOf(mark), length: mark.length }));
  return found.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at)[0];
}
