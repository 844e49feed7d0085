import { createServer, type IncomingMessage, type Server } from "node:http";
import { controlPage } from "../control-page/control-page.ts";
import { liveState } from "../control-page/live-state.ts";
import { listedDevice } from "../devices/device-view.ts";
import { listedOutside } from "../external/external-systems-view.ts";
import { listedBoard, listedSign } from "../hardware/hardware-views.ts";
import { gatePlans } from "../plan/gate-plan.ts";
import { listedGate } from "../site/gate-view.ts";
import type { PlayedSite } from "../site/site.ts";
import { ControlFault, type Fields, named } from "./control-fields.ts";
import { deviceActions, outsideActions } from "./device-actions.ts";
import { siteActions, toldSaid } from "./site-actions.ts";

/** What programs may ask, by path. */
const answers: Readonly<Record<string, (site: PlayedSite) => unknown>> = {
  "/devices": ({ devices }) => devices.map(listedDevice),
  "/outside": ({ outside }) => listedOutside(outside),
  "/boards": ({ boards, signs }) => [...boards.map(listedBoard), ...signs.map(listedSign)],
  "/gates": (site) => gatePlans.map((gate) => listedGate(gate, site)),
  "/said": ({ gatehouse }) => gatehouse.said.map(toldSaid),
  "/gatehouse": ({ gatehouse }) => gatehouse.link(),
  "/world": ({ director, journeys }) => ({ playing: director.playing(), inside: journeys.inside() }),
  "/live": liveState,
};

/** The control: GET / for people, the other GETs for programs, and a POST for everything that can be played. */
export function controlServer(site: PlayedSite): Server {
  async function obey(request: IncomingMessage): Promise<unknown> {
    refuseStrangers(request);
    const path = request.url ?? "";
    const fields = await fieldsOf(request);
    const onSite = Object.hasOwn(siteActions, path) ? siteActions[path] : undefined;
    if (onSite) return onSite(site, fields);
    const [, , name = "", action = ""] = /^\/(devices|boards)\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    const onBoard = path.startsWith("/boards/") ? siteActions[`/boards/${action}`] : undefined;
    if (onBoard) return onBoard(site, { ...fields, board: name });
    const beyond = /^\/outside\/([^/]+)$/.exec(path)?.[1] ?? "";
    if (Object.hasOwn(outsideActions, beyond)) return outsideActions[beyond]?.(site.outside, fields);
    const act = Object.hasOwn(deviceActions, action) ? deviceActions[action] : undefined;
    if (!act) throw new ControlFault(404, "There is no such thing to do.");
    return act(
      named(site.devices, ({ plan }) => plan.name, name, "device"),
      fields,
    );
  }

  return createServer((request, answer) => {
    const send = (status: number, type: string, text: string) =>
      answer.writeHead(status, { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" }).end(text);
    const json = (value: unknown, status = 200) => send(status, "application/json", JSON.stringify(value));
    const path = request.url ?? "/";

    if (request.method === "GET" && path === "/") return void send(200, "text/html", controlPage(site));
    if (request.method === "GET" && Object.hasOwn(answers, path)) return void json(answers[path]?.(site));
    if (request.method !== "POST") return void json({ message: "There is nothing here." }, 404);
    obey(request).then(
      // A form wants its page back.
      (done) => (isForm(request) ? answer.writeHead(303, { location: "/" }).end() : json(done ?? { done: true })),
      (error: Error) => json({ message: error.message }, error instanceof ControlFault ? error.status : 500),
    );
  });
}

/** A page of another origin, open in the same browser, must not play the site. */
function refuseStrangers({ headers }: IncomingMessage): void {
  if (headers.origin === undefined || headers.origin === `http://${headers.host}`) return;
  throw new ControlFault(403, "Only this page and programs may control the site.");
}

const isForm = ({ headers }: IncomingMessage) =>
  headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;

async function fieldsOf(request: IncomingMessage): Promise<Fields> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  if (isForm(request)) return Object.fromEntries(new URLSearchParams(text));
  try {
    const value: unknown = JSON.parse(text || "{}");
    if (typeof value !== "object" || value === null) throw new ControlFault(400, "The body is not an object.");
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, String(field)]));
  } catch (error) {
    throw error instanceof ControlFault ? error : new ControlFault(400, "The body is not JSON.");
  }
}
