import { createServer, type Server } from "node:net";
import type { BoardPlan } from "../plan/hardware-plan.ts";
import type { HardwareFault } from "./hardware-fault.ts";
import type { Inputs } from "./inputs.ts";
import type { Relays } from "./relays.ts";
import { createInvalidRequest, type HardwareRequest, replyOnSocket } from "./socket-reply.ts";

/** A Modbus request; the response repeats its transaction, unit and function code. */
interface ModbusRequest {
  readonly transaction: number;
  readonly unit: number;
  readonly functionCode: number;
  readonly data: Buffer;
}

/** Modbus exception codes. */
const modbusExceptions = {
  illegalFunction: 1,
  illegalAddress: 2,
  illegalValue: 3,
  deviceFailure: 4,
  noGatewayTarget: 11,
} as const;

const headerBytes = 7;
const maxFrameBytes = 260;

/**
 * Parses the complete frames of a byte stream and returns the rest; frames may share or span TCP segments. Returns
 * undefined for an invalid header.
 */
function parseFrames(received: Buffer): { requests: ModbusRequest[]; rest: Buffer } | undefined {
  const requests: ModbusRequest[] = [];
  let rest = received;
  while (rest.length >= headerBytes) {
    const length = rest.readUInt16BE(4);
    const end = 6 + length;
    if (rest.readUInt16BE(2) !== 0 || length < 2 || end > maxFrameBytes) return undefined;
    if (rest.length < end) break;
    requests.push({
      transaction: rest.readUInt16BE(0),
      unit: rest.readUInt8(6),
      functionCode: rest.readUInt8(headerBytes),
      data: rest.subarray(headerBytes + 1, end),
    });
    rest = rest.subarray(end);
  }
  return { requests, rest };
}

/** Encodes the response to a request. */
function toModbusResponse({ transaction, unit, functionCode }: ModbusRequest, data: Uint8Array): Buffer {
  return toFrame(transaction, unit, functionCode, data);
}

/** Encodes an exception response. */
function toModbusException({ transaction, unit, functionCode }: ModbusRequest, exception: number): Buffer {
  return toFrame(transaction, unit, functionCode | 0x80, Uint8Array.of(exception));
}

function toFrame(transaction: number, unit: number, functionCode: number, data: Uint8Array): Buffer {
  const header = Buffer.alloc(headerBytes + 1);
  header.writeUInt16BE(transaction, 0);
  header.writeUInt16BE(data.length + 2, 4);
  header.writeUInt8(unit, 6);
  header.writeUInt8(functionCode, headerBytes);
  return Buffer.concat([header, data]);
}

const readCoils = 1;
const readInputs = 2;
const writeCoil = 5;
const on = 0xff00;
const off = 0x0000;

const toInvalidRequest = (request: ModbusRequest, exception: number) =>
  createInvalidRequest(() => toModbusException(request, exception));

/** Creates a Modbus TCP server: relay n is coil n-1, and input n is discrete input n-1. */
export function createModbusServer(
  relays: Relays,
  { relays: count, unit }: Pick<BoardPlan, "relays" | "unit">,
  fault: () => HardwareFault,
  inputs: Pick<Inputs, "isSet">,
): Server {
  return createServer((socket) => {
    let rest: Buffer = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      const parsed = parseFrames(Buffer.concat([rest, chunk]));
      if (!parsed) return void socket.destroy();
      rest = parsed.rest;
      for (const request of parsed.requests) replyOnSocket(fault(), socket, toHardwareRequest(request));
    });
  });

  function toHardwareRequest(request: ModbusRequest): HardwareRequest {
    if (unit !== undefined && request.unit !== unit) return toInvalidRequest(request, modbusExceptions.noGatewayTarget);
    if (request.functionCode === readCoils) return toReadRequest(request, relays.isClosed);
    if (request.functionCode === readInputs) return toReadRequest(request, inputs.isSet);
    if (request.functionCode === writeCoil) return toWriteRequest(request);
    return toInvalidRequest(request, modbusExceptions.illegalFunction);
  }

  /** The board has as many inputs as relays. */
  function toReadRequest(request: ModbusRequest, isSet: (number: number) => boolean): HardwareRequest {
    if (request.data.length !== 4) return toInvalidRequest(request, modbusExceptions.illegalValue);
    const first = request.data.readUInt16BE(0);
    const bitCount = request.data.readUInt16BE(2);
    if (bitCount < 1 || first + bitCount > count) return toInvalidRequest(request, modbusExceptions.illegalAddress);
    return {
      execute: () => {
        const states = Buffer.alloc(Math.ceil(bitCount / 8));
        for (let index = 0; index < bitCount; index += 1) {
          const bit = isSet(first + index + 1) ? 1 << (index % 8) : 0;
          states.writeUInt8(states.readUInt8(index >> 3) | bit, index >> 3);
        }
        return toModbusResponse(request, Buffer.concat([Uint8Array.of(states.length), states]));
      },
      reject: () => toModbusException(request, modbusExceptions.deviceFailure),
      ignore: () => {},
    };
  }

  function toWriteRequest(request: ModbusRequest): HardwareRequest {
    if (request.data.length !== 4) return toInvalidRequest(request, modbusExceptions.illegalValue);
    const coil = request.data.readUInt16BE(0);
    const value = request.data.readUInt16BE(2);
    if (coil >= count) return toInvalidRequest(request, modbusExceptions.illegalAddress);
    if (value !== on && value !== off) return toInvalidRequest(request, modbusExceptions.illegalValue);
    const command = { relay: coil + 1, action: value === on ? "close" : "release", pulseMs: null } as const;
    return {
      execute: () => {
        relays.receive({ ...command, isExecuted: true });
        return toModbusResponse(request, request.data);
      },
      reject: () => {
        relays.receive({ ...command, isExecuted: false });
        return toModbusException(request, modbusExceptions.deviceFailure);
      },
      ignore: () => relays.receive({ ...command, isExecuted: false }),
    };
  }
}
