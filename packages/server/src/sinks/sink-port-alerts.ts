import { hostname } from "node:os";
import { type AlertCause, alertScopeOf } from "@gatehouse/contract/entities/alert-type";
import { raiseAlert, resolveAlert } from "../alerts/alert.store.ts";
import type { Services } from "../platform/services.ts";
import type { PushingCamera } from "../site/site-cameras.ts";

/** A camera with a port; `reason` completes the sentence "Port 2000 …" if it can't be opened. */
interface CameraPort {
  readonly camera: PushingCamera;
  readonly reason: string | undefined;
}

const type = "CAMERA_SINK_PORT_UNAVAILABLE";

/** LIVE-6: raises an alert while the port of a camera can't be opened on this machine. */
export function createSinkPortAlerts({ db, clock }: Pick<Services, "db" | "clock">) {
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
