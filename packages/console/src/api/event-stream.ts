import { assertFound } from "@gatehouse/contract/assert-found";
/** One event of a Server-Sent Events stream. */
export interface StreamEvent {
  event: string;
  data: string;
  /** Resume position after this event. */
  id?: string;
}

/** Splits received text into complete events and the incomplete rest. */
export function parseEvents(text: string): { events: StreamEvent[]; rest: string } {
  const blocks = text.replaceAll("\r\n", "\n").split("\n\n");
  const rest = assertFound(blocks.pop(), "a stream without a last block");
  return { events: blocks.map(parseEvent).filter((event) => event.event !== ""), rest };
}

function parseEvent(block: string): StreamEvent {
  const lines = block.split("\n");
  const linesOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trimStart());
  const [id] = linesOf("id");
  return { event: linesOf("event")[0] ?? "", data: linesOf("data").join("\n"), ...(id !== undefined && { id }) };
}
