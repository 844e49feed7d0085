import { type IncomingMessage, request } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isSessionValid } from "../auth/session.store.ts";
import { placeInside } from "../outbound/device-http.ts";
import { siteNetworks } from "../outbound/site-http.ts";
import type { Services } from "../platform/services.ts";

const root = "/device-pages";
const ticketMs = 12 * 3_600_000;
// What is signed for something else opens no dashboard.
const purpose = "dashboard:";
const timeLimitMs = 10_000;
const passedOn = ["content-type", "content-length", "last-modified", "etag"] as const;

type PageRequest = FastifyRequest<{ Params: { ticket: string; "*"?: string } }>;

interface Ticket {
  deviceId: number;
  sessionId: string;
  untilMs: number;
}

/** DASH-1: where a signed-in person finds a device's pages on this server's own address. */
export function dashboardProxyPath({ tickets, clock }: Services, deviceId: number, sessionId: string): string {
  const ticket: Ticket = { deviceId, sessionId, untilMs: clock.now().getTime() + ticketMs };
  return `${root}/${tickets.sign(purpose + JSON.stringify(ticket))}/`;
}

/** Shows pages of registered devices to signed-in people, and nothing else of the network to anyone. */
export function dashboardProxy(app: FastifyInstance, services: Services): void {
  const show = async (asked: PageRequest, reply: FastifyReply) => {
    const ticket = await validTicket(asked.params.ticket, services);
    const device = ticket && (await deviceOf(ticket, services));
    if (!device) return reply.code(403).type("text/plain").send("This page is not open to you any more.");
    const query = asked.url.includes("?") ? asked.url.slice(asked.url.indexOf("?")) : "";
    const host = device.ip.includes(":") ? `[${device.ip}]` : device.ip;
    const target = new URL(`http://${host}:${device.dashboardPort}/${asked.params["*"] ?? ""}${query}`);
    const place = await placeInside(target, await siteNetworks(services.db));
    if (!place.ok) return reply.code(502).type("text/plain").send(place.failure.detail);
    return passOn(target, place.value, reply);
  };
  app.get(`${root}/:ticket`, show);
  app.get(`${root}/:ticket/*`, show);
}

async function validTicket(signed: string, { tickets, clock, db }: Services): Promise<Ticket | undefined> {
  const text = tickets.read(signed);
  if (!text?.startsWith(purpose)) return undefined;
  const ticket = JSON.parse(text.slice(purpose.length)) as Ticket;
  if (ticket.untilMs < clock.now().getTime()) return undefined;
  return (await isSessionValid(db, ticket.sessionId, clock.now())) ? ticket : undefined;
}

async function deviceOf({ deviceId }: Ticket, { db }: Services) {
  const device = await db
    .selectFrom("ai_devices")
    .select(["ip", "dashboardPort"])
    .where("id", "=", deviceId)
    .executeTakeFirst();
  const { ip = null, dashboardPort = null } = device ?? {};
  return ip === null || dashboardPort === null ? undefined : { ip, dashboardPort };
}

function passOn(target: URL, address: string, reply: FastifyReply): Promise<FastifyReply> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeLimitMs);
    const path = `${target.pathname}${target.search}`;
    const asking = request({
      host: address,
      port: target.port || 80,
      path,
      headers: { host: target.host },
      agent: false,
      signal,
    });
    asking.once("error", () => resolve(reply.code(502).type("text/plain").send("The device did not answer.")));
    asking.once("response", (answer: IncomingMessage) => {
      // A device's page runs as a stranger: it sees neither the console's storage nor its calls.
      reply.header("content-security-policy", "sandbox allow-scripts allow-forms; frame-ancestors 'self'");
      reply.header("x-frame-options", "SAMEORIGIN");
      // Its own pictures and scripts come to it as to a stranger too.
      reply.header("cross-origin-resource-policy", "cross-origin");
      for (const name of passedOn) {
        const value = answer.headers[name];
        if (value !== undefined) reply.header(name, value);
      }
      resolve(reply.code(answer.statusCode ?? 502).send(answer));
    });
    asking.end();
  });
}
