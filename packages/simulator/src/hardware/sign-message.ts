const longestMessage = 16 * 1024;

/**
 * Takes whole messages out of what has arrived: each row a line, an empty line at the end. What is left waits for more;
 * a message without an end ends the conversation.
 */
export function takeMessages(received: Buffer): { messages: string[][]; rest: Buffer } | undefined {
  const messages: string[][] = [];
  let rest = received;
  for (let end = endOf(rest); end !== undefined; end = endOf(rest)) {
    const text = rest.subarray(0, end.at).toString("utf8");
    messages.push(text.split(/\r?\n/));
    rest = rest.subarray(end.at + end.length);
  }
  return rest.length > longestMessage ? undefined : { messages, rest };
}

function endOf(bytes: Buffer): { at: number; length: number } | undefined {
  const found = ["\r\n\r\n", "\n\n"].map((mark) => ({ at: bytes.indexOf(mark), length: mark.length }));
  return found.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at)[0];
}
