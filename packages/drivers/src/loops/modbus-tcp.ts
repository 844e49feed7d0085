import type { TcpTransport } from "../hardware-transport.ts";
import {
  createModbusRequest,
  describeException,
  findExceptionCode,
  findModbusReply,
  findReplyData,
  illegalDataAddress,
  maxModbusNumber,
} from "../modbus-frame.ts";
import type { LoopBoard, LoopDriver, LoopReading } from "./loop.ts";

const readDiscreteInputs = 2;
const maxInputsPerRequest = 2000;

/** Loops at discrete inputs over Modbus TCP: channel n is input n-1 of unit 1. */
export const modbusTcp: LoopDriver = {
  read: async (board, channels, tcp) => {
    const isOccupied = new Map<number, boolean>();
    const refused = new Map<number, string>();
    const distinct = [...new Set(channels)].toSorted((a, b) => a - b);
    const { valid = [], invalid = [] } = Object.groupBy(distinct, (one) => (isChannel(one) ? "valid" : "invalid"));
    for (const channel of invalid)
      refused.set(channel, `Modbus numbers inputs from 1 to ${maxModbusNumber}: there is no input ${channel}.`);
    const ranges = toRanges(valid);
    for (let range = ranges.shift(); range !== undefined; range = ranges.shift()) {
      const result = await readRange(board, range, tcp);
      if (result.ok) for (const [channel, state] of result.states) isOccupied.set(channel, state);
      else if (result.exception === undefined) return { ok: false, detail: result.detail };
      else if (result.exception === illegalDataAddress && range.length > 1) {
        // The board has only some of these inputs: a wrong channel must not hide the others.
        const middle = range.length >> 1;
        ranges.unshift(range.slice(0, middle), range.slice(middle));
      } else for (const channel of range) refused.set(channel, result.detail);
    }
    return { ok: true, isOccupied, refused } satisfies LoopReading;
  },
};

const isChannel = (channel: number) => Number.isInteger(channel) && channel >= 1 && channel <= maxModbusNumber;

/** Splits ascending channels into groups that fit into one request each. */
function toRanges(channels: readonly number[]): number[][] {
  const ranges: number[][] = [];
  for (const channel of channels) {
    const range = ranges.at(-1);
    if (range?.[0] !== undefined && channel - range[0] < maxInputsPerRequest) range.push(channel);
    else ranges.push([channel]);
  }
  return ranges;
}

type RangeResult =
  | { ok: true; states: readonly (readonly [number, boolean])[] }
  | { ok: false; detail: string; exception?: number };

async function readRange(
  { host, port }: LoopBoard,
  channels: readonly number[],
  tcp: TcpTransport,
): Promise<RangeResult> {
  const first = channels[0] ?? 1;
  const count = (channels.at(-1) ?? first) - first + 1;
  const request = createModbusRequest(readDiscreteInputs, first - 1, count);
  const isWhole = (received: Uint8Array) => findModbusReply(received, request).isOver;
  const result = await tcp({ host, port, bytes: request, isWhole });
  if (!result.ok) return { ok: false, detail: result.detail };
  const { frame } = findModbusReply(result.received, request);
  if (frame === undefined) return failed("The reply is not a Modbus response to this request.");
  const exception = findExceptionCode(frame, request);
  if (exception !== undefined) {
    const own = { illegalFunction: "it has no inputs", illegalAddress: "it has no such input" };
    return { ok: false, exception, detail: describeException(exception, own) };
  }
  const data = findReplyData(frame, request);
  const stateBytes = Math.ceil(count / 8);
  if (data?.length !== stateBytes + 1 || data[0] !== stateBytes) return failed("The reply doesn't match the request.");
  const states = channels.map((channel) => [channel, isBitSet(data.subarray(1), channel - first)] as const);
  return { ok: true, states };
}

const failed = (detail: string): RangeResult => ({ ok: false, detail });

const isBitSet = (bytes: Buffer, index: number) => ((bytes[index >> 3] ?? 0) & (1 << (index % 8))) !== 0;
