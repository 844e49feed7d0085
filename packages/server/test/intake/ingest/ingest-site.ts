import { randomUUID } from "node:crypto";
import type { OutgoingHttpHeaders } from "node:http";
import type { Alert } from "@gatehouse/contract/entities/alert";
import type { SiteEvent } from "@gatehouse/contract/entities/event";
import type { Command } from "@gatehouse/contract/events/command";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { sql } from "kysely";
import { afterAll, expect, vi } from "vitest";
import { channels } from "../../../src/platform/database/channels.ts";
import type { Connection } from "../../../src/platform/database/database.ts";
import type { Services } from "../../../src/platform/services.ts";
import { createSharedParts, type SharedParts } from "../../../src/shared-parts.ts";
import { samples } from "../../gate/site/samples.ts";
import { type TestServer, testServer } from "../../test-server.ts";

type Draft = Record<string, unknown>;

/** What the server answers to a push. Its own type, so that other files can name it. */
export interface PushResponse {
  readonly statusCode: number;
  readonly body: string;
  readonly headers: OutgoingHttpHeaders;
  json<Body>(): Body;
}

/** The real server as the leader that drives the hardware, with helpers for tests of ingest and hardware. */
export async function engineSite(
  imageFolder: string | null = null,
  open: (services: Services) => SharedParts | Promise<SharedParts> = (services) =>
    createSharedParts(services, { imagePlace: imageFolder === null ? null : { folder: imageFolder, s3: null } }),
  connection?: Connection,
  { isProbed = false } = {},
) {
  let parts: SharedParts | undefined;
  const server = await testServer(
    async (services) => {
      parts = await open(services);
      return parts;
    },
    { ...(connection && { connection }), isProbed },
  );
  if (!parts) throw new Error("the server created no shared parts");
  const { commandSender } = parts;
  let leading = commandSender.start();
  afterAll(() => leading.stop());
  const isStarted = () => poll(async () => expect(commandSender.isLeading()).toBe(true));
  await isStarted();
  const site = {
    ...siteOn(server, parts),
    /** Stops driving the hardware and starts again, like a restarted server. */
    restartLeading: async () => {
      await leading.stop();
      leading = commandSender.start();
      await isStarted();
    },
  };
  await site.configure("deviceNetworks", "127.0.0.0/8");
  await site.activate(everyModule(true));
  return site;
}

/** Retries a check until it passes. */
export async function poll(check: () => Promise<unknown>): Promise<void> {
  await vi.waitFor(check, { timeout: 20_000, interval: 10 });
}

/** Waits until all notifications of earlier changes have been received. */
async function awaitNotifications({ live, db }: Services): Promise<void> {
  const mark = `mark ${randomUUID()}`;
  await new Promise<void>((resolve, reject) => {
    const unfollow = live.follow(channels.changes, (payload) => {
      // If the listener connects after the mark was sent, an empty notification makes it reload everything.
      if (payload !== mark && payload !== "") return;
      unfollow();
      resolve();
    });
    sql`select pg_notify(${channels.changes}, ${mark})`.execute(db).catch(reject);
  });
}

function siteOn(server: TestServer, parts: SharedParts) {
  const { db } = server.services;
  const settle = () => awaitNotifications(server.services);

  async function create<Body = { id: number }>(key: Parameters<TestServer["call"]>[0], body: Draft): Promise<Body> {
    const response = await server.call<Body>(key, { body });
    expect(response.status, JSON.stringify(response.body)).toBe(201);
    return response.body;
  }

  async function device(module: ModuleKind, values: Draft = {}): Promise<{ id: number; secret: string }> {
    const { id } = await db
      .insertInto("ai_devices")
      .values({ vendor: "generic", label: "Device", module, ip: "127.0.0.1", apiPort: 80, ...values })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { body } = await server.call<{ secret: string }>("GET /ai-devices/{id}/ingest", { params: { id } });
    return { id, secret: body.secret };
  }

  async function camera(deviceId: number, module: ModuleKind, values: Draft = {}): Promise<{ id: number }> {
    return db
      .insertInto("cameras")
      .values({ aiDeviceId: deviceId, module, name: `Camera ${randomUUID()}`, ...values })
      .returning("id")
      .executeTakeFirstOrThrow();
  }

  const barrier = (port: number, relayNumber = 1, name = "Boom") =>
    create(
      "POST /boom-barriers",
      samples.boomBarrier({
        name,
        additionalInfo: { ip: "127.0.0.1", port, drv: "modbus-tcp", rel: relayNumber, ser: "A" },
      }),
    );

  const barriers = new Map<number, Promise<{ id: number }>>();
  const barrierAt = (port: number) => {
    const made = barriers.get(port) ?? barrier(port);
    barriers.set(port, made);
    return made;
  };

  return {
    server,
    parts,
    db,
    settle,
    device,
    camera,
    barrier,
    create,
    /** A camera with parking slots, all free. */
    slotCamera: async (name: string, slots: readonly string[]) => {
      const sender = await device("EPLD");
      const { id } = await camera(sender.id, "EPLD", { name, epldCameraId: "7" });
      await db
        .insertInto("camera_slots")
        .values(slots.map((slot) => ({ cameraId: id, name: slot, displayName: slot })))
        .execute();
      await db.updateTable("cameras").set({ name }).where("id", "=", id).execute();
      await settle();
      return sender;
    },
    slotsEvent: (id: string, slots: Record<string, string>, at = server.clock.now().toISOString()) => ({
      type: "slots",
      id,
      at,
      slots: Object.entries(slots).map(([name, state]) => ({ name, state })),
    }),
    activate: async (modules: ReturnType<typeof everyModule>) => {
      await server.call("PUT /configs/module-activation-status", { body: modules });
      await settle();
    },
    configure: async (key: string, value: unknown) => {
      await db
        .updateTable("configs")
        .set({ value: JSON.stringify(value) })
        .where("key", "=", key)
        .execute();
      await settle();
    },
    reader: async (name = "Reader") => {
      const { id } = await create(
        "POST /sensors",
        samples.reader({ name, additionalInfo: { ip: "127.0.0.1", drv: "llrp", gtp: "N" } }),
      );
      const { body } = await server.call<{ secret: string }>("GET /sensors/{id}/ingest", { params: { id } });
      return { id, secret: body.secret };
    },
    /** A gate with its own plate camera; gates with the same relay board share its barrier. */
    plateGate: async (relayPort: number, gate: Draft = {}, cameraValues: Draft = {}) => {
      const sender = await device("ANPR_ACCESS_CONTROL");
      const { id: cameraId } = await camera(sender.id, "ANPR_ACCESS_CONTROL", cameraValues);
      const { id: boomBarrierId } = await barrierAt(relayPort);
      const { id: gateId } = await create("POST /gates", samples.gate({ cameraId, boomBarrierId, ...gate }));
      await settle();
      return { ...sender, cameraId, gateId, boomBarrierId };
    },
    plate: async (iid: string, values: Draft = {}) => {
      const row = { origin: "ADMIN", type: "LICENSE_PLATE", iid, vehicleType: "CAR", ...values };
      return db
        .insertInto("identifiers")
        .values({ ...row, iidNormalized: normalizeIdentifier(iid) })
        .returning("id")
        .executeTakeFirstOrThrow();
    },
    tag: async (iid: string, lp: string) =>
      db
        .insertInto("identifiers")
        .values({
          origin: "ADMIN",
          type: "RFID",
          iid,
          iidNormalized: normalizeIdentifier(iid),
          lp,
          vehicleType: "CAR",
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    reservation: async (lp: string, values: Draft = {}) => {
      const now = server.clock.now().getTime();
      return db
        .insertInto("reservations")
        .values({
          source: "booking",
          externalId: randomUUID(),
          lp,
          lpNormalized: normalizeIdentifier(lp),
          validFrom: new Date(now - 3_600_000),
          validTo: new Date(now + 3_600_000),
          shouldAllowMultipleUsage: false,
          ...values,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
    },
    /** Pushes an event as its device would. */
    push: (
      sender: { id: number; secret: string },
      body: unknown,
      path = `/api/ingest/${sender.id}`,
    ): Promise<PushResponse> =>
      server.app.inject({
        method: "POST",
        url: path,
        headers: { "x-gatehouse-secret": sender.secret, "content-type": "application/json" },
        payload: typeof body === "string" ? body : JSON.stringify(body),
      }),
    plateEvent: (plate: string, over: Draft = {}) => ({
      type: "plate",
      id: randomUUID(),
      at: server.clock.now().toISOString(),
      plate,
      ...over,
    }),
    events: async <Event = SiteEvent>(code: string, query: Draft = {}) =>
      (await server.call<{ data: Event[] }>("GET /events/{module}", { params: { module: code }, query })).body.data,
    why: async (code: string, id: number) =>
      (
        await server.call<{ event: SiteEvent; trace: { reason: string }; commands: Command[]; sightings: SiteEvent[] }>(
          "GET /events/{module}/{id}/why",
          { params: { module: code, id } },
        )
      ).body,
    values: async (scope: string) => {
      const { body } = await server.call<{ name: string; computedValue: number }[]>("GET /variables", {
        query: { scope },
      });
      return Object.fromEntries(body.map(({ name, computedValue }) => [name, computedValue]));
    },
    alerts: async (scope: string) => (await server.call<Alert[]>("GET /alerts", { query: { scope } })).body,
  };
}
