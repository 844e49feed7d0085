import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { assertFound } from "@gatehouse/contract/assert-found";
import type { AiDevice } from "@gatehouse/contract/entities/ai-device";
import { admin, type Site } from "./site.ts";

const main = join(import.meta.dirname, "../../simulator/src/main.ts");

interface SimulatedDevice extends Pick<AiDevice, "vendor" | "label" | "scope"> {
  name: string;
  ip: string;
  apiPort: number;
  apiBasepath: string;
  dashboardPort?: number;
  username?: string;
  password?: string;
  fault: string;
  cameras: unknown[];
}

/** The simulated site, in its own process; docs/devices.md describes its actions. */
export interface Simulator {
  /** Restores the initial state. */
  reset(): Promise<void>;
  /** Runs an action of a device, such as `set-fault`. */
  control(device: string, action: string, fields?: Record<string, string>): Promise<void>;
  /** Registers a device at a server. */
  register(site: Site, device: string): Promise<AiDevice>;
  /** Addresses of the external systems, and what they received. */
  external(): Promise<ExternalSystems>;
  /** Runs an action of the external systems. */
  controlExternal(action: string, fields?: Record<string, string>): Promise<void>;
  /** The addresses of the cameras at the media server, by name: `main-gate/1`. */
  media(): Promise<{ viewers: number; cameras: Record<string, StreamUrls> }>;
  /** Sets the fault of the media server. */
  setMediaFault(fault: string): Promise<void>;
  /** The relay boards and signs, with their state and received commands. */
  boards(): Promise<(SimulatedBoard | SimulatedSign)[]>;
  /** The RFID readers. */
  readers(): Promise<SimulatedReader[]>;
  /** Runs an action of the site: `cars/drive-up`, `boards/main-board/set-fault`, `scenario/start`. */
  controlSite(path: string, fields?: Record<string, string>): Promise<unknown>;
  /** Whether the devices and sensors push to a server. */
  isConnected(): Promise<boolean>;
  /** Makes the registered devices and sensors push to a server. */
  connect(site: Site): Promise<void>;
  stop(): Promise<void>;
}

interface StreamUrls {
  frame: string;
  health: string;
  websocket: string;
  rtsp: string;
}

interface SimulatedHardware {
  name: string;
  label: string;
  ip: string;
  port: number;
  fault: string;
}

interface SimulatedBoard extends SimulatedHardware {
  kind: "board";
  relays: { relay: number; label: string | null; isClosed: boolean; isUp: boolean | null }[];
  commands: { at: string; relay: number; action: string; pulseMs: number | null; isExecuted: boolean }[];
  pulses: { relay: number; from: string; ms: number | null }[];
}

interface SimulatedSign extends SimulatedHardware {
  kind: "sign";
  rows: number;
  chars: number;
  shownRows: string[];
  commands: { at: string; rows: string[]; isExecuted: boolean }[];
}

interface SimulatedReader extends SimulatedHardware {
  kind: "reader";
  driver: string;
  isConnected: boolean;
}

interface ExternalSystems {
  syncAPIUrl: string;
  notifyAPIUrl: string;
  apiKey: string;
  cloudUrl: string;
  vehicles: { refId: string; plate: string; display: string }[];
  published: Record<string, unknown>[];
}

/** Starts it; with a server, it registers everything there as in the demo. */
export async function startSimulator(server?: Site): Promise<Simulator> {
  const registration = server && { REGISTER_AT: server.address, REGISTER_PASSWORD: admin.password };
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [main], {
    env: { PATH, NODE_COMPILE_CACHE, SIMULATOR_PORT: "0", ...registration },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const [address] = assertFound(/http:\S+/.exec(line), `no address in "${line}"`);
  const devices = (await (await fetch(`${address}/devices`)).json()) as SimulatedDevice[];

  const post = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(`${address}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(fields),
    });
    if (!response.ok) throw new Error(`${path} failed: ${await response.text()}`);
    return response.json();
  };
  const control: Simulator["control"] = async (device, action, fields = {}) => {
    await post(`devices/${device}/${action}`, fields);
  };
  const controlExternal: Simulator["controlExternal"] = async (action, fields = {}) => {
    await post(`external/${action}`, fields);
  };
  const controlSite: Simulator["controlSite"] = (path, fields = {}) => post(path, fields);
  return {
    control,
    controlExternal,
    controlSite,
    media: async () => (await (await fetch(`${address}/media`)).json()) as Awaited<ReturnType<Simulator["media"]>>,
    setMediaFault: async (fault) => {
      await controlSite("media/set-fault", { fault });
    },
    boards: async () => (await (await fetch(`${address}/boards`)).json()) as (SimulatedBoard | SimulatedSign)[],
    isConnected: async () => {
      const status = (await (await fetch(`${address}/gatehouse`)).json()) as { serverUrl: string | null };
      return status.serverUrl !== null;
    },
    readers: async () => (await (await fetch(`${address}/readers`)).json()) as SimulatedReader[],
    connect: async ({ address: serverUrl }) => {
      await post("gatehouse/connect", { serverUrl, ...admin });
    },
    external: async () => (await (await fetch(`${address}/external`)).json()) as ExternalSystems,
    reset: async () => {
      await controlSite("scenario/stop");
      const resets = [controlExternal("reset"), controlSite("boards/reset"), controlSite("media/reset")];
      await Promise.all([...resets, ...devices.map(({ name }) => control(name, "reset"))]);
    },
    register: ({ call }, device) => {
      const found = devices.find(({ name }) => name === device);
      if (found === undefined) throw new Error(`There is no simulated device ${device}`);
      const { name: _, fault: __, cameras: ___, ...body } = found;
      return call("POST /ai-devices", { body });
    },
    stop: async () => {
      const closed = once(child, "close");
      child.kill("SIGTERM");
      await closed;
    },
  };
}
