import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { tcpTransport } from "./tcp-transport.ts";

// Eight coils that print what is written to them, and twelve inputs; for each of the given units, or for any unit. Newer versions call a slave a device.
const program = `
import sys
from pymodbus import datastore
from pymodbus.server import StartTcpServer

class Coils(datastore.ModbusSequentialDataBlock):
    unit = ""
    def setValues(self, address, values):
        super().setValues(address, values)
        for offset, value in enumerate(values if isinstance(values, list) else [values]):
            print(self.unit + str(address + offset - 1), "on" if value else "off", flush=True)

Device = getattr(datastore, "ModbusSlaveContext", None) or datastore.ModbusDeviceContext
inputs = datastore.ModbusSequentialDataBlock(1, [digit == "1" for digit in sys.argv[2]])
def device(unit):
    coils = Coils(1, [False] * 8)
    coils.unit = unit
    return Device(co=coils, di=inputs)

units = [int(unit) for unit in sys.argv[3:]]
devices = {unit: device(f"unit {unit}: ") for unit in units} or device("")
try:
    context = datastore.ModbusServerContext(slaves=devices, single=not units)
except TypeError:
    context = datastore.ModbusServerContext(devices=devices, single=not units)
StartTcpServer(context=context, address=("127.0.0.1", int(sys.argv[1])))
`;

/** The states of the inputs, the first one first. */
export const pymodbusInputs = "100000001010";

/** Debian's python first: another one in the path does not see Debian's packages. */
const pythons = ["/usr/bin/python3", "python3"];

/** An independent Modbus server on this machine. */
export interface Pymodbus {
  readonly port: number;
  /** The writes to its coils, by address: "0 on", or "unit 7: 0 on" if it has units. */
  readonly written: readonly string[];
  stop(): Promise<void>;
}

/** Starts it and waits until it replies. With units it answers only to them, like a gateway with several boards. */
export async function startPymodbus(units: readonly number[] = []): Promise<Pymodbus> {
  const port = await freePort();
  const server = spawn(pythonWithPymodbus(), ["-c", program, String(port), pymodbusInputs, ...units.map(String)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const written: string[] = [];
  createInterface({ input: server.stdout }).on("line", (line) => written.push(line));
  let complaints = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaints += text;
  });
  await listening(server, port, () => complaints);
  return {
    port,
    written,
    stop: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill("SIGKILL");
      await once(server, "exit");
    },
  };
}

function pythonWithPymodbus(): string {
  for (const python of pythons) {
    try {
      execFileSync(python, ["-c", "import pymodbus"], { stdio: "ignore" });
      return python;
    } catch {}
  }
  throw new Error("The Modbus tests need Debian's python3-pymodbus: apt-get install python3-pymodbus");
}

/** Below the ephemeral range, so that the operating system doesn't give the port away before the server opens it. */
async function freePort(): Promise<number> {
  const port = randomInt(10_000, 18_000);
  const server = createServer().listen(port, "127.0.0.1");
  const isFree = await once(server, "listening").then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, "close");
  return port;
}

const longestStartMs = 50_000;
const betweenTriesMs = 50;

async function listening(server: ChildProcess, port: number, complaints: () => string): Promise<void> {
  const until = performance.now() + longestStartMs;
  while (performance.now() < until && server.exitCode === null) {
    const tried = await tcpTransport({ host: "127.0.0.1", port, bytes: new Uint8Array() });
    if (tried.ok) return;
    await new Promise((resolve) => setTimeout(resolve, betweenTriesMs));
  }
  server.kill("SIGKILL");
  throw new Error(`The pymodbus server did not start: ${complaints()}`);
}
