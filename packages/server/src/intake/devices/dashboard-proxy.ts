import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { deviceUrl } from "../../alert/device-address.ts";
import type { HttpLimits, OpenResponse } from "../../alert/http-client.ts";
import { openDevicePage } from "../../alert/site-http.ts";
import { maySessionAccess } from "../../people/session-gates.ts";
import type { Services } from "../../platform/services.ts";

const root = "/device-pages";
const ticketMs = 12 * 3_600_000;
// Separates these tickets from other signed texts.
const purpose = "dashboard:";
const limits: HttpLimits = { timeoutMs: 10_000, maxBytes: 64 * 1_048_576 };
const forwardedHeaders = ["content-type", "content-length", "last-modified", "etag"] as const;

type PageRequest = FastifyRequest<{ Params: { ticket: string; "*"?: string } }>;

interface Ticket {
  deviceId: number;
  sessionId: string;
  untilMs: number;
}

/** The path of a device's pages on this server, with a ticket for the user's session. */
export function dashboardProxyPath({ tickets, clock }: Services, deviceId: number, sessionId: string): string {
  const ticket: Ticket = { deviceId, sessionId, untilMs: clock.now().getTime() + ticketMs };
  return `${root}/${tickets.sign(purpose + JSON.stringify(ticket))}/`;
}

/** Serves pages of registered devices to signed-in users. */
export function dashboardProxy(app: FastifyInstance, services: Services): void {
  const show = async (request: PageRequest, reply: FastifyReply) => {
    const ticket = await verifyTicket(request.params.ticket, services);
    const device = ticket && (await findDevice(ticket, services));
    if (!device) return reply.code(403).type("text/plain").send("This link has expired. Open the dashboard again.");
    const query = request.url.includes("?") ? request.url.slice(request.url.indexOf("?")) : "";
    const target = deviceUrl(device.ip, device.dashboardPort, `/${request.params["*"] ?? ""}${query}`);
    if (!target) return reply.code(502).type("text/plain").send("The device has no valid URL.");
    const opened = await openDevicePage(services.db, target, limits);
    if (!opened.ok) return reply.code(502).type("text/plain").send(opened.failure.detail);
    return sendPage(opened.value, reply);
  };
  app.get(`${root}/:ticket`, show);
  app.get(`${root}/:ticket/*`, show);
}

async function verifyTicket(signed: string, { tickets, clock, db }: Services): Promise<Ticket | undefined> {
  const text = tickets.read(signed);
  if (!text?.startsWith(purpose)) return undefined;
  const ticket = JSON.parse(text.slice(purpose.length)) as Ticket;
  if (ticket.untilMs < clock.now().getTime()) return undefined;
  const device = { kind: "ai_devices", id: ticket.deviceId, need: "all" } as const;
  return (await maySessionAccess({ db, clock }, ticket.sessionId, device)) ? ticket : undefined;
}

async function findDevice({ deviceId }: Ticket, { db }: Services) {
  const device = await db
    .selectFrom("ai_devices")
    .select(["ip", "dashboardPort"])
    .where("id", "=", deviceId)
    .executeTakeFirst();
  const { ip = null, dashboardPort = null } = device ?? {};
  return ip === null || dashboardPort === null ? undefined : { ip, dashboardPort };
}

function sendPage({ status, headers, body }: OpenResponse, reply: FastifyReply): FastifyReply {
  // The sandbox gives the page an opaque origin: it can neither read the console's storage nor call its API.
  reply.header("content-security-policy", "sandbox allow-scripts allow-forms; frame-ancestors 'self'");
  reply.header("x-frame-options", "SAMEORIGIN");
  // From its opaque origin, the page's own images and scripts are cross-origin.
  reply.header("cross-origin-resource-policy", "cross-origin");
  for (const name of forwardedHeaders) {
    const value = headers[name];
    if (value !== undefined) reply.header(name, value);
  }
  return reply.code(status).send(Readable.from(body, { objectMode: false }));
}
