import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { AiDevice } from "@gatehouse/contract/entities/ai-device/ai-device.schema";
import type { Site } from "./site.ts";

const main = join(import.meta.dirname, "../../simulator/src/main.ts");

interface SimulatedDevice extends Pick<AiDevice, "vendor" | "label" | "scope"> {
  name: string;
  ip: string;
  apiPort: number;
  apiBasepath: string;
  dashboardPort?: number;
  username?: string;
  password?: string;
  manner: string;
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
  stop(): Promise<void>;
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
  };
  const play: Simulator["play"] = (device, action, fields = {}) => tell(`devices/${device}/${action}`, fields);
  const playOutside: Simulator["playOutside"] = (action, fields = {}) => tell(`outside/${action}`, fields);
  return {
    play,
    playOutside,
    outside: async () => (await (await fetch(`${address}/outside`)).json()) as Outside,
    reset: async () => {
      await Promise.all([playOutside("reset"), ...devices.map(({ name }) => play(name, "reset"))]);
    },
    register: ({ call }, wanted) => {
      const found = devices.find(({ name }) => name === wanted);
      if (found === undefined) throw new Error(`There is no simulated device ${wanted}`);
      const { name: _, manner: __, cameras: ___, ...body } = found;
      return call("POST /ai-devices", { body });
    },
    stop: async () => {
      const closed = once(child, "close");
      child.kill("SIGTERM");
      await closed;
    },
  };
}
