import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { assertFound } from "@gatehouse/contract/assert-found";
import type { Camera } from "@gatehouse/contract/entities/camera";
import type { Gate } from "@gatehouse/contract/entities/gate";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { codeOf } from "@gatehouse/contract/modules/registry";
import type { Locator, Page } from "@playwright/test";
import type { Simulator } from "./simulator.ts";
import type { Site } from "./site.ts";

/** Pushes events as a device or sensor does: to its own address, with its secret. */
export interface Pusher {
  id: number;
  /** Pushes events in Gatehouse JSON; adds an id and a time where they are missing. */
  push(...events: object[]): Promise<void>;
}

let lastEventNumber = 0;
const oneSecondAgo = () => new Date(Date.now() - 1_000).toISOString();

async function pushTo(site: Site, path: string, secret: string, events: readonly object[]): Promise<void> {
  const body = events.map((event) => ({ id: `e2e-${process.pid}-${++lastEventNumber}`, at: oneSecondAgo(), ...event }));
  const response = await fetch(`${site.address}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify({ events: body }),
  });
  if (!response.ok) throw new Error(`Pushing events failed: ${response.status} ${await response.text()}`);
}

/** Adds a device with one saved camera. */
export async function addPushingDevice(
  site: Site,
  module: EventModule,
  camera: string,
): Promise<Pusher & { cameraId: number }> {
  const params = { module: codeOf(module) };
  await site.seed.device({ module, ip: "127.0.0.1", apiPort: 9, isHealthy: true, cameras: [camera] });
  const devices = await site.call("GET /ai-devices/{module}", { params });
  const id = Math.max(...devices.map((device) => device.id));
  const cameras = await site.call("GET /cameras/{module}", { params });
  const { path, secret } = await site.call("GET /ai-devices/{id}/ingest", { params: { id } });
  const { id: cameraId } = assertFound(
    cameras.find(({ aiDeviceId }) => aiDeviceId === id),
    "the device has no camera",
  );
  return {
    id,
    cameraId,
    push: (...events) => pushTo(site, path, assertFound(secret, "a device without a secret"), events),
  };
}

/** Creates a pusher for an existing reader or loop. */
export async function createSensorPusher(site: Site, { id }: { id: number }): Promise<Pusher> {
  const { path, secret } = await site.call("GET /sensors/{id}/ingest", { params: { id } });
  return { id, push: (...events) => pushTo(site, path, assertFound(secret, "a sensor without a secret"), events) };
}

/** A relay board (`http-relay`) and a text sign (`text-tcp`) whose replies a test controls. */
export interface GateHardware {
  /** How the board replies to commands. */
  reply: "accepts" | "rejects";
  /** Number of pulses of its relay. */
  pulses: number;
  /** Texts that the sign received. */
  shownTexts: string[];
  relay: { ip: string; port: number; drv: string; rel: number };
  sign: { ip: string; port: number; drv: string };
  stop(): Promise<void>;
}

export async function startGateHardware(): Promise<GateHardware> {
  const ip = "127.0.0.1";
  const board = createServer((request, response) => {
    if (hardware.reply === "rejects") return response.writeHead(403).end();
    // The server also reads the state without switching a relay.
    if (request.url?.includes("State=2")) hardware.pulses += 1;
    response.end("<datavalues><relay1state>1</relay1state></datavalues>");
  });
  const sign = createTcpServer((socket) => {
    let text = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      text += chunk;
      if (!text.endsWith("\r\n\r\n")) return;
      hardware.shownTexts.push(text.trim());
      text = "";
      socket.write("OK\r\n");
    });
  });
  board.listen(0, ip);
  sign.listen(0, ip);
  await Promise.all([once(board, "listening"), once(sign, "listening")]);
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
  const hardware: GateHardware = {
    reply: "accepts",
    pulses: 0,
    shownTexts: [],
    relay: { ip, port: portOf(board), drv: "http-relay", rel: 1 },
    sign: { ip, port: portOf(sign), drv: "text-tcp" },
    stop: async () => {
      board.close();
      board.closeAllConnections();
      sign.close();
    },
  };
  return hardware;
}

/** Adds a gate with a barrier and a sign on this hardware. */
export async function addWiredGate(
  { call }: Site,
  hardware: GateHardware,
  name: string,
  wired: Partial<Gate>,
): Promise<Gate> {
  const barrier = await call("POST /boom-barriers", {
    body: { uid: "1", name: "North boom", additionalInfo: { ...hardware.relay, ser: "A1" } },
  });
  const sign = await call("POST /displays/grid", {
    body: {
      uid: "11",
      name: "Entry sign",
      scope: "ac",
      additionalInfo: { ...hardware.sign, chars: 16, rows: 2, tmr: 5 },
    },
  });
  const body = { name, type: "N" as const, boomBarrierId: barrier.id, displayIds: [sign.id], ...wired };
  return call("POST /gates", { body });
}

/** The row of an event in its list. */
export const eventRow = (page: Page, text: string): Locator =>
  page.getByRole("table", { name: "Events" }).getByRole("row").filter({ hasText: text });

/** Matches a plate with or without spaces between its groups. */
export const platePattern = (text: string): RegExp => new RegExp([...text].join("\\s*"));

/** Adds a plate camera of the media server, with some of its addresses. */
export async function addMediaCamera(
  site: Site,
  simulator: Simulator,
  video: "plays" | "fails" | "none" = "none",
  name = "Entry camera",
): Promise<Camera> {
  const device = await site.call("POST /ai-devices", {
    body: { vendor: "carrida", label: "Plates", scope: "anpr-ac" },
  });
  const { frame, websocket, rtsp } = (await simulator.media()).cameras["main-gate/1"] ?? {};
  return site.call("POST /cameras/carrida", {
    body: {
      aiDeviceId: device.id,
      ip: "127.0.0.1",
      port: 80,
      name,
      rtspStreamUrl: rtsp,
      mediaServerFrameUrl: frame,
      mediaServerWebsocketUrl: { plays: websocket, fails: "ws://127.0.0.1:9/api/ws", none: null }[video],
    },
  });
}

/** A JPEG of four grey pixels. */
export const picture =
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=";
