import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { type BoardStatus, failedBoard, repliedBoard } from "../device-status.ts";
import { accepted, type HardwareTransports, invalidReply, noReply, rejected } from "../hardware-transport.ts";
import { coils, readModbusBits } from "../modbus-bits.ts";
import {
  createModbusRequest,
  describeException,
  findExceptionCode,
  findModbusReply,
  maxModbusNumber,
} from "../modbus-frame.ts";
import type { RelayAddress, RelayDriver } from "./relay.ts";

const writeSingleCoil = 5;

/** Relays as coils over Modbus TCP: relay n is coil n-1 of its unit. The board does not time pulses. */
export const modbusTcp: RelayDriver = {
  timesPulses: false,
  close: (relay, _pulseMs, transports) => writeCoil(relay, true, transports),
  hold: (relay, transports) => writeCoil(relay, true, transports),
  release: (relay, transports) => writeCoil(relay, false, transports),
  checkStatus: readCoils,
};

const illegalFunction = 1;

/** A board that can't read its coils is online too. */
async function readCoils(relays: readonly RelayAddress[], { tcp }: HardwareTransports): Promise<BoardStatus> {
  const [board] = relays;
  if (!board) return failedBoard("No relay to check.");
  const numbers = relays.map(({ relayNumber }) => relayNumber);
  const reading = await readModbusBits(board, coils, numbers, tcp);
  if (!reading.ok) return failedBoard(reading.detail);
  const complaint = [...reading.refused.values()].find(({ exception }) => exception !== illegalFunction);
  return repliedBoard(reading.isSet, complaint?.detail ?? null);
}

async function writeCoil(relay: RelayAddress, isOn: boolean, { tcp }: HardwareTransports): Promise<HardwareResult> {
  const { host, port, relayNumber, unitId } = relay;
  if (!Number.isInteger(relayNumber) || relayNumber < 1 || relayNumber > maxModbusNumber)
    return rejected(`Modbus numbers relays from 1 to ${maxModbusNumber}: there is no relay ${relayNumber}.`);
  const request = createModbusRequest(writeSingleCoil, relayNumber - 1, isOn ? 0xff00 : 0x0000, unitId);
  const isWhole = (received: Uint8Array) => findModbusReply(received, request).isOver;
  const result = await tcp({ host, port, bytes: request, isWhole });
  if (!result.ok) return noReply(result);
  const { frame } = findModbusReply(result.received, request);
  if (frame === undefined) {
    return invalidReply(
      Buffer.from(result.received.subarray(0, 5)).toString("latin1") === "HTTP/"
        ? "The host answers with HTTP, not Modbus. Choose an HTTP driver, or the board's Modbus port"
        : "The reply is not a Modbus response to this request",
    );
  }
  if (frame.equals(request)) return accepted(`The board switched relay ${relayNumber} ${isOn ? "on" : "off"}.`);
  const exception = findExceptionCode(frame, request);
  if (exception !== undefined)
    return rejected(
      describeException(exception, {
        illegalFunction: "it can't switch relays",
        illegalAddress: "it has no such relay",
      }),
    );
  return invalidReply("The reply doesn't match the command");
}
