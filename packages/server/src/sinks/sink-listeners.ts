import { type AddressInfo, createServer, type Server } from "node:net";
import { findIn } from "@gatehouse/contract/collections";
import type { FastifyInstance } from "fastify";
import type { PortProbe } from "../devices/sink-port.ts";
import { type BackgroundJob, startJob } from "../platform/background-job.ts";
import { handOver } from "../platform/http/side-ports.ts";
import type { Services } from "../platform/services.ts";
import type { SiteCache } from "../site/site-cache.ts";
import { listPushingCameras } from "./camera-ports.ts";
import { listenFailure, listenOn, probePort } from "./port-probe.ts";
import { createSinkPortAlerts } from "./sink-port-alerts.ts";

const siteIntervalMs = 250;
const retryIntervalMs = 2_000;

/** The ports of cameras on which this process listens. */
export interface SinkListeners {
  /** Checks whether a port can be opened; before the start, every port passes. */
  readonly probe: PortProbe;
  /** Opens the ports next to the server's own one, and follows changes of the cameras. */
  start(app: FastifyInstance, host: string): BackgroundJob;
}

/** LIVE-6: listens on the sink port of every camera. */
export function createSinkListeners(services: Services, siteCache: SiteCache): SinkListeners {
  const alerts = createSinkPortAlerts(services);
  const open = new Map<number, Server>();
  const failed = new Map<number, { reason: string; atMs: number }>();
  let started: { app: FastifyInstance; host: string } | undefined;

  const ownPort = () => (started?.app.server.address() as AddressInfo | null | undefined)?.port;

  async function openPort(port: number, { app, host }: { app: FastifyInstance; host: string }): Promise<void> {
    const nowMs = services.clock.monotonicMs();
    const last = failed.get(port);
    if (last && nowMs - last.atMs < retryIntervalMs) return;
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => handOver(app, socket, port));
    try {
      await listenOn(server, host, port);
      server.on("error", (error) => services.log.warn({ error, port }, "a camera's port failed"));
      open.set(port, server);
      failed.delete(port);
    } catch (error) {
      const reason = port === ownPort() ? "is the port of the console" : listenFailure(error as NodeJS.ErrnoException);
      if (last?.reason !== reason) services.log.warn(`camera port ${port} ${reason}`);
      failed.set(port, { reason, atMs: nowMs });
    }
  }

  function closePort(port: number): void {
    open.get(port)?.close();
    open.delete(port);
  }

  return {
    probe: async (port) => {
      if (!started || open.has(port)) return undefined;
      return port === ownPort() ? "is the port of the console" : probePort(started.host, port);
    },
    start: (app, host) => {
      const target = { app, host };
      started = target;
      const job = startJob("camera ports", services.log, async () => {
        const cameras = listPushingCameras((await siteCache.now()).devices);
        const wanted = new Set(cameras.map(({ camera }) => camera.sinkPort).filter((port) => port !== null));
        for (const port of open.keys()) if (!wanted.has(port)) closePort(port);
        for (const port of failed.keys()) if (!wanted.has(port)) failed.delete(port);
        for (const port of wanted) if (!open.has(port)) await openPort(port, target);
        await alerts.update(cameras.map(({ camera }) => ({ camera, reason: findIn(failed, camera.sinkPort)?.reason })));
        return { waitMs: siteIntervalMs };
      });
      return {
        stop: async () => {
          await job.stop();
          started = undefined;
          for (const port of open.keys()) closePort(port);
        },
      };
    },
  };
}
