import { createServer, type Server } from "node:net";
import type { BoardFault } from "./hardware-fault.ts";
import { type ModbusRequest, modbusAnswer, modbusException, modbusExceptions, takeFrames } from "./modbus-frame.ts";
import type { Relays } from "./relays.ts";
import { answerOnSocket, nonsense, type Request } from "./socket-reply.ts";

const readCoils = 1;
const writeCoil = 5;
const on = 0xff00;
const off = 0x0000;

const misfit = (request: ModbusRequest, exception: number) => nonsense(() => modbusException(request, exception));

/** A Modbus TCP server whose coils are the relays: relay n is coil n-1. */
export function modbusServer(relays: Relays, count: number, fault: () => BoardFault): Server {
  return createServer((socket) => {
    let rest: Buffer = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const taken = takeFrames(Buffer.concat([rest, chunk]));
      if (!taken) return void socket.destroy();
      rest = taken.rest;
      for (const request of taken.requests) answerOnSocket(fault(), socket, understand(request));
    });
  });

  function understand(request: ModbusRequest): Request {
    if (request.functionCode === readCoils) return reading(request);
    if (request.functionCode === writeCoil) return writing(request);
    return misfit(request, modbusExceptions.illegalFunction);
  }

  function reading(request: ModbusRequest): Request {
    if (request.data.length !== 4) return misfit(request, modbusExceptions.illegalValue);
    const first = request.data.readUInt16BE(0);
    const asked = request.data.readUInt16BE(2);
    if (asked < 1 || first + asked > count) return misfit(request, modbusExceptions.illegalAddress);
    return {
      obey: () => {
        const states = Buffer.alloc(Math.ceil(asked / 8));
        for (let place = 0; place < asked; place += 1) {
          const bit = relays.isClosed(first + place + 1) ? 1 << (place % 8) : 0;
          states.writeUInt8(states.readUInt8(place >> 3) | bit, place >> 3);
        }
        return modbusAnswer(request, Buffer.concat([Uint8Array.of(states.length), states]));
      },
      refuse: () => modbusException(request, modbusExceptions.deviceFailure),
      ignore: () => {},
    };
  }

  function writing(request: ModbusRequest): Request {
    if (request.data.length !== 4) return misfit(request, modbusExceptions.illegalValue);
    const coil = request.data.readUInt16BE(0);
    const value = request.data.readUInt16BE(2);
    if (coil >= count) return misfit(request, modbusExceptions.illegalAddress);
    if (value !== on && value !== off) return misfit(request, modbusExceptions.illegalValue);
    const command = { relay: coil + 1, does: value === on ? "close" : "release", pulseMs: null } as const;
    return {
      obey: () => {
        relays.take({ ...command, isObeyed: true });
        return modbusAnswer(request, request.data);
      },
      refuse: () => {
        relays.take({ ...command, isObeyed: false });
        return modbusException(request, modbusExceptions.deviceFailure);
      },
      ignore: () => relays.take({ ...command, isObeyed: false }),
    };
  }
}
