import { type AddressInfo, createServer, type Server } from "node:net";
import { hostname } from "node:os";
import { findIn } from "@gatehouse/contract/collections";
import { type AlertCause, alertScopeOf } from "@gatehouse/contract/entities/alert-type";
import type { FastifyInstance } from "fastify";
import { raiseAlert, resolveAlert } from "../../alert/alert.store.ts";
import type { SiteCache } from "../../gate/site-cache.ts";
import type { PushingCamera } from "../../gate/site-cameras.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import { handOver } from "../../platform/http/side-ports.ts";
import type { Services } from "../../platform/services.ts";
import type { PortProbe } from "../devices/sink-port.ts";
import { listPushingCameras } from "./camera-ports.ts";

/** A camera with a port; `reason` completes the sentence "Port 2000 …" if it can't be opened. */
interface CameraPort {
  readonly camera: PushingCamera;
  readonly reason: string | undefined;
}

const type = "CAMERA_SINK_PORT_UNAVAILABLE";

/** Raises an alert while the port of a camera can't be opened on this machine. */
function createSinkPortAlerts({ db, clock }: Pick<Services, "db" | "clock">) {
  // Several machines may serve one site; each resolves its own alerts only.
  const suffix = ` on ${hostname()}`;
  const subjectOf = ({ camera }: CameraPort) => `camera ${camera.id}${suffix}`;
  const keyOf = (port: CameraPort) => `${subjectOf(port)} ${port.camera.sinkPort} ${port.reason}`;
  // Alerts resolved by a user are not raised again while the port stays unavailable.
  let reported: ReadonlySet<string> | undefined;

  return {
    update: async (ports: readonly CameraPort[]): Promise<void> => {
      const unavailable = ports.filter(({ reason }) => reason !== undefined);
      const subjects = new Set(unavailable.map(subjectOf));
      const keys = new Set(unavailable.map(keyOf));
      if (reported?.size === keys.size && [...keys].every((key) => reported?.has(key))) return;
      await db.transaction().execute(async (tx) => {
        const open = await tx
          .selectFrom("alerts")
          .select(["id", "subject"])
          .where("type", "=", type)
          .where("status", "=", "new")
          .execute();
        const own = open.filter(({ subject }) => subject.endsWith(suffix));
        for (const { id, subject } of own) if (!subjects.has(subject)) await resolveAlert(tx, id, clock.now());
        const opened = new Set(own.map(({ subject }) => subject));
        for (const port of unavailable) {
          const subject = subjectOf(port);
          // After a restart, an alert that is still open is not counted again.
          const isKnown = reported ? reported.has(keyOf(port)) : opened.has(subject);
          if (!isKnown) await raiseAlert(tx, toCause(port, subject), clock.now());
        }
      });
      reported = keys;
    },
  };
}

const toCause = ({ camera, reason = "" }: CameraPort, subject: string): AlertCause => ({
  type,
  scope: alertScopeOf[camera.module],
  subject,
  title: "Sink port unavailable",
  description: `The server doesn't receive the pushes of "${camera.name}": port ${camera.sinkPort} ${reason}.`,
  additionalInfo: { error: `Port ${camera.sinkPort} ${reason}`, cameraId: camera.id },
});

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use by another program on the server",
  EACCES: "may not be opened by the server's account",
};

/** Completes the sentence "Port 2000 …" for an error of listening. */
const listenError = ({ code = "" }: NodeJS.ErrnoException): string =>
  reasons[code] ?? `can't be opened on the server (${code})`;

/** Listens on a port; rejects if that fails. */
function listenOn(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Opens a port for a moment; returns why that failed, to complete the sentence "Port 2000 …". */
async function probePort(host: string, port: number): Promise<string | undefined> {
  const server = createServer((socket) => socket.destroy());
  try {
    await listenOn(server, host, port);
  } catch (error) {
    return listenError(error as NodeJS.ErrnoException);
  }
  await new Promise((resolve) => server.close(resolve));
  return undefined;
}

const siteIntervalMs = 250;
const retryIntervalMs = 2_000;

/** The ports of cameras on which this process listens. */
export interface SinkListeners {
  /** Checks whether a port can be opened; before the start, every port passes. */
  readonly probe: PortProbe;
  /** Opens the ports next to the server's own one, and follows changes of the cameras. */
  start(app: FastifyInstance, host: string): BackgroundJob;
}

/** Listens on the sink port of every camera. */
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
      const reason = port === ownPort() ? "is the port of the console" : listenError(error as NodeJS.ErrnoException);
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
