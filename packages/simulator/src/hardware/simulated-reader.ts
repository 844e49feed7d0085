import type { FaultableServer } from "../network/faultable-server.ts";
import type { ReaderPlan } from "../plan/device-plan.ts";
import type { HardwareFault } from "./hardware-fault.ts";
import { startLineReader } from "./line-reader.ts";
import { startLlrpReader } from "./llrp-reader.ts";

/** An RFID reader of the simulated site. Gatehouse connects to it. */
export interface SimulatedReader extends FaultableServer<HardwareFault> {
  readonly plan: ReaderPlan;
  /** Whether Gatehouse is connected and receives tags. */
  isConnected(): boolean;
  /** Puts a tag into the field; false if no client is connected. */
  read(tag: string): boolean;
  /** Clears the fault. */
  reset(): Promise<void>;
}

type Reading = FaultableServer<HardwareFault> & Pick<SimulatedReader, "isConnected" | "read">;

const readers: Readonly<Record<ReaderPlan["driver"], (port: number) => Promise<Reading>>> = {
  llrp: async (port) => {
    const reader = await startLlrpReader(port);
    return { ...reader, isConnected: reader.isReading };
  },
  "line-tcp": async (port) => {
    const reader = await startLineReader(port);
    const isConnected = () => reader.clientCount() > 0;
    return {
      ...reader,
      isConnected,
      read: (tag) => {
        reader.read(tag);
        return isConnected();
      },
    };
  },
};

/** Starts a reader; port 0 picks a free port. */
export async function startReader(plan: ReaderPlan, requestedPort: number): Promise<SimulatedReader> {
  const reader = await readers[plan.driver](requestedPort);
  return { ...reader, plan, reset: () => reader.setFault("normal") };
}
