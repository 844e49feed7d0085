import type { TcpTransport } from "./hardware-transport.ts";
import {
  createModbusRequest,
  describeException,
  findExceptionCode,
  findModbusReply,
  findReplyData,
  illegalDataAddress,
  maxModbusNumber,
} from "./modbus-frame.ts";

/** A kind of bits of a board, which one function code reads. */
export interface BitKind {
  readonly functionCode: number;
  /** Words for messages: "input". */
  readonly noun: string;
  readonly plural: string;
}

/** Relay outputs. */
export const coils: BitKind = { functionCode: 1, noun: "relay", plural: "relays" };

/** Contact inputs. */
export const discreteInputs: BitKind = { functionCode: 2, noun: "input", plural: "inputs" };

/** Why a board refused to read a bit; `exception` is its exception code, if it sent one. */
export interface RejectedBit {
  readonly detail: string;
  readonly exception?: number;
}

/** The bits of a board at one moment, or why they could not be read. */
export type BitReading =
  | {
      readonly ok: true;
      /** Bits that the board rejected are missing. */
      readonly isSet: ReadonlyMap<number, boolean>;
      readonly refused: ReadonlyMap<number, RejectedBit>;
    }
  | { readonly ok: false; readonly detail: string };

interface Board {
  readonly host: string;
  readonly port: number;
}

const maxBitsPerRequest = 2000;

/** Reads bits by their numbers, counted from 1: number n is address n-1 of unit 1. */
export async function readModbusBits(
  board: Board,
  kind: BitKind,
  numbers: readonly number[],
  tcp: TcpTransport,
): Promise<BitReading> {
  const isSet = new Map<number, boolean>();
  const refused = new Map<number, RejectedBit>();
  const distinct = [...new Set(numbers)].toSorted((a, b) => a - b);
  const { valid = [], invalid = [] } = Object.groupBy(distinct, (one) => (isModbusNumber(one) ? "valid" : "invalid"));
  for (const number of invalid) {
    const detail = `Modbus numbers ${kind.plural} from 1 to ${maxModbusNumber}: there is no ${kind.noun} ${number}.`;
    refused.set(number, { detail });
  }
  const ranges = toRanges(valid);
  for (let range = ranges.shift(); range !== undefined; range = ranges.shift()) {
    const result = await readRange(board, kind, range, tcp);
    if (result.ok) for (const [number, state] of result.states) isSet.set(number, state);
    else if (result.exception === undefined) return { ok: false, detail: result.detail };
    else if (result.exception === illegalDataAddress && range.length > 1) {
      // The board has only some of these bits: a wrong number must not hide the others.
      const middle = range.length >> 1;
      ranges.unshift(range.slice(0, middle), range.slice(middle));
    } else for (const number of range) refused.set(number, { detail: result.detail, exception: result.exception });
  }
  return { ok: true, isSet, refused };
}

const isModbusNumber = (number: number) => Number.isInteger(number) && number >= 1 && number <= maxModbusNumber;

/** Splits ascending numbers into groups that fit into one request each. */
function toRanges(numbers: readonly number[]): number[][] {
  const ranges: number[][] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range?.[0] !== undefined && number - range[0] < maxBitsPerRequest) range.push(number);
    else ranges.push([number]);
  }
  return ranges;
}

type RangeResult =
  | { ok: true; states: readonly (readonly [number, boolean])[] }
  | { ok: false; detail: string; exception?: number };

async function readRange(
  { host, port }: Board,
  { functionCode, noun, plural }: BitKind,
  numbers: readonly number[],
  tcp: TcpTransport,
): Promise<RangeResult> {
  const first = numbers[0] ?? 1;
  const count = (numbers.at(-1) ?? first) - first + 1;
  const request = createModbusRequest(functionCode, first - 1, count);
  const isWhole = (received: Uint8Array) => findModbusReply(received, request).isOver;
  const result = await tcp({ host, port, bytes: request, isWhole });
  if (!result.ok) return failed(result.detail);
  const { frame } = findModbusReply(result.received, request);
  if (frame === undefined) return failed("The reply is not a Modbus response to this request.");
  const exception = findExceptionCode(frame, request);
  if (exception !== undefined) {
    const own = { illegalFunction: `it has no ${plural}`, illegalAddress: `it has no such ${noun}` };
    return { ok: false, exception, detail: describeException(exception, own) };
  }
  const data = findReplyData(frame, request);
  const stateBytes = Math.ceil(count / 8);
  if (data?.length !== stateBytes + 1 || data[0] !== stateBytes) return failed("The reply doesn't match the request.");
  return { ok: true, states: numbers.map((number) => [number, isBitSet(data.subarray(1), number - first)] as const) };
}

const failed = (detail: string): RangeResult => ({ ok: false, detail });

const isBitSet = (bytes: Buffer, index: number) => ((bytes[index >> 3] ?? 0) & (1 << (index % 8))) !== 0;
