import { createServer } from "node:http";
import { answerAt } from "./device-answers.ts";
import type { Camera, DevicePlan } from "./device-plan.ts";
import { type Listening, listenOnLoopback } from "./loopback.ts";
import { answerIn, type Manner } from "./manner.ts";

/** A device that answers on a port of this machine, and can be told to behave badly. */
export interface SimulatedDevice {
  readonly plan: DevicePlan;
  readonly port: number;
  /** What it reports now; the control changes it. */
  readonly cameras: Camera[];
  manner(): Manner;
  behave(manner: Manner): Promise<void>;
  /** Back to how it was switched on. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Switches a device on; port 0 takes any free one. */
export async function startDevice(plan: DevicePlan, wantedPort: number): Promise<SimulatedDevice> {
  const cameras = structuredClone([...plan.cameras]);
  let manner: Manner = "normal";

  const server = () =>
    createServer((request, answer) => {
      const [path = "/"] = (request.url ?? "/").split("?", 1);
      answerIn(manner, answer, () => {
        const { authorization } = request.headers;
        const { status, type, text } = answerAt(decoded(path), plan, cameras, { authorization, now: new Date() });
        const frames = plan.refusesFrames ? { "x-frame-options": "SAMEORIGIN" } : {};
        answer.writeHead(status, { "content-type": type, "cache-control": "no-store", ...frames }).end(text);
      });
    });

  let listening: Listening | undefined = await listenOnLoopback(server(), wantedPort);
  const { port } = listening;

  async function behave(wanted: Manner): Promise<void> {
    manner = wanted;
    if (wanted === "refusing") {
      const before = listening;
      listening = undefined;
      await before?.close();
    } else {
      listening ??= await listenOnLoopback(server(), port);
      // Whoever waits since it was silent gets no late answer.
      listening.hangUp();
    }
  }

  return {
    plan,
    port,
    cameras,
    manner: () => manner,
    behave,
    reset: async () => {
      cameras.splice(0, cameras.length, ...structuredClone([...plan.cameras]));
      await behave("normal");
    },
    close: async () => listening?.close(),
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
