import { createServer, type Server } from "node:net";
import type { BoardPlan } from "../plan/hardware-plan.ts";
import type { HardwareFault } from "./hardware-fault.ts";
import type { Inputs } from "./inputs.ts";
import {
  type ModbusRequest,
  modbusExceptions,
  parseFrames,
  toModbusException,
  toModbusResponse,
} from "./modbus-frame.ts";
import type { Relays } from "./relays.ts";
import { createInvalidRequest, type HardwareRequest, replyOnSocket } from "./socket-reply.ts";

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
