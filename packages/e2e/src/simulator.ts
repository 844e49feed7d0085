import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { AiDevice } from "@gatehouse/contract/entities/ai-device/ai-device.schema";
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

/** Devices of every vendor that answer on this machine. */
export interface Simulator {
  /** Everything as it was when it was switched on. */
  reset(): Promise<void>;
  /** Tells a device to do something, or to behave in some way. */
  play(device: string, action: string, fields?: Record<string, string>): Promise<void>;
  /** Registers a device as an administrator would. */
  register(site: Site, device: string): Promise<AiDevice>;
  /** Where the systems outside the site are, and what came in there. */
  outside(): Promise<Outside>;
  /** Tells the systems outside the site to do something, or to behave in some way. */
  playOutside(action: string, fields?: Record<string, string>): Promise<void>;
  /** The relay boards and signs: where they are, how they stand, and everything that they were told. */
  boards(): Promise<(FieldBoard | FieldSign)[]>;
  /** Tells the site itself to do something: `cars/drive-up`, `boards/main-board/set-fault`, `scenario/start`; see docs/devices.md. */
  playSite(path: string, fields?: Record<string, string>): Promise<unknown>;
  /** Tells the devices and sensors that are registered where to send what they see. */
  connect(site: Site): Promise<void>;
  stop(): Promise<void>;
}

interface Plugged {
  name: string;
  label: string;
  ip: string;
  port: number;
  fault: string;
}

interface FieldBoard extends Plugged {
  kind: "board";
  relays: { relay: number; label: string | null; isClosed: boolean; isUp: boolean | null }[];
  commands: { at: string; relay: number; action: string; pulseMs: number | null; isExecuted: boolean }[];
  pulses: { relay: number; from: string; ms: number | null }[];
}

interface FieldSign extends Plugged {
  kind: "sign";
  rows: number;
  chars: number;
  shownRows: string[];
  commands: { at: string; rows: string[]; isExecuted: boolean }[];
}

interface Outside {
  syncAPIUrl: string;
  notifyAPIUrl: string;
  apiKey: string;
  cloudUrl: string;
  vehicles: { refId: string; plate: string; display: string }[];
  published: Record<string, unknown>[];
}

/** Starts the simulated devices as a process of their own. */
export async function startSimulator(): Promise<Simulator> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, SIMULATOR_PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const address = /http:\S+/.exec(line)?.[0] ?? "";
  const devices = (await (await fetch(`${address}/devices`)).json()) as SimulatedDevice[];

  const tell = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(`${address}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(fields),
    });
    if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`);
    return answer.json();
  };
  const play: Simulator["play"] = async (device, action, fields = {}) => {
    await tell(`devices/${device}/${action}`, fields);
  };
  const playOutside: Simulator["playOutside"] = async (action, fields = {}) => {
    await tell(`external/${action}`, fields);
  };
  const playSite: Simulator["playSite"] = (path, fields = {}) => tell(path, fields);
  return {
    play,
    playOutside,
    playSite,
    boards: async () => (await (await fetch(`${address}/boards`)).json()) as (FieldBoard | FieldSign)[],
    connect: async ({ address: serverUrl }) => {
      await tell("gatehouse/connect", { serverUrl, ...admin });
    },
    outside: async () => (await (await fetch(`${address}/external`)).json()) as Outside,
    reset: async () => {
      await playSite("scenario/stop");
      const resets = [playOutside("reset"), playSite("boards/reset")];
      await Promise.all([...resets, ...devices.map(({ name }) => play(name, "reset"))]);
    },
    register: ({ call }, wanted) => {
      const found = devices.find(({ name }) => name === wanted);
      if (found === undefined) throw new Error(`There is no simulated device ${wanted}`);
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
