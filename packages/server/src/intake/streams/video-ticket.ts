import { maySessionAccess } from "../../people/session-gates.ts";
import type { Services } from "../../platform/services.ts";

/** The path of the WebSocket with live video. */
export const videoPath = "/api/camera-video";

// Separates these tickets from other signed texts.
const purpose = "video:";
const ticketMs = 60_000;

interface VideoTicket {
  readonly cameraId: number;
  readonly sessionId: string;
  readonly untilMs: number;
}

/** The path of a camera's video for a session. A browser can't send a token with a WebSocket. */
export function createVideoPath({ tickets, clock }: Services, cameraId: number, sessionId: string): string {
  const ticket: VideoTicket = { cameraId, sessionId, untilMs: clock.now().getTime() + ticketMs };
  return `${videoPath}?ticket=${encodeURIComponent(tickets.sign(purpose + JSON.stringify(ticket)))}`;
}

/** The ticket of a video; undefined if it is invalid or expired, or its session has ended. */
export async function verifyVideoTicket(
  signed: string,
  { tickets, clock, db }: Services,
): Promise<VideoTicket | undefined> {
  const text = tickets.read(signed);
  if (!text?.startsWith(purpose)) return undefined;
  const ticket = JSON.parse(text.slice(purpose.length)) as VideoTicket;
  const leftMs = ticket.untilMs - clock.now().getTime();
  // A clock that stepped back must not extend a ticket.
  if (leftMs < 0 || leftMs > ticketMs) return undefined;
  return (await mayWatch(ticket, { db, clock })) ? ticket : undefined;
}

/** Whether the session is valid and its person may see the camera. */
export const mayWatch = (
  { sessionId, cameraId }: Pick<VideoTicket, "sessionId" | "cameraId">,
  services: Pick<Services, "db" | "clock">,
): Promise<boolean> => maySessionAccess(services, sessionId, { kind: "cameras", id: cameraId, need: "some" });
