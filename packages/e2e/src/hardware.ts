import type { Display } from "@gatehouse/contract/entities/display/display";
import type { Gate } from "@gatehouse/contract/entities/gate";
import type { Site, SiteCalls } from "./site.ts";

// Adds hardware through the API, with defaults for everything that a test doesn't specify.

const board = { ip: "127.10.4.30", port: 5000, drv: "modbus-relay" };
const relay = { ...board, rel: 30 };

/** Adds a boom barrier, on its own relay. */
export const addBarrier = ({ call }: SiteCalls, uid: string, name: string) =>
  call("POST /boom-barriers", { body: { uid, name, additionalInfo: { ...board, rel: Number(uid), ser: "A1" } } });

export const addBuzzer = ({ call }: SiteCalls, uid: string, name: string) =>
  call("POST /buzzers", { body: { uid, name, additionalInfo: { ...relay, ser: 1, tmr: 2 } } });

export const addReader = (site: SiteCalls, name: string, gtp: "N" | "X", actuatorId: number | null = null) =>
  site.call("POST /sensors", {
    body: { name, scope: "ac", actuatorId, additionalInfo: { ip: "127.10.4.50", port: 6000, drv: "push", gtp } },
  });

export const addLoop = ({ call }: SiteCalls, uid: string, name: string) =>
  call("POST /sensors", {
    body: {
      uid,
      name,
      scope: "loop",
      additionalInfo: { ip: "127.10.4.60", port: 502, channel: 1, drv: "modbus-input", gtp: "N" },
    },
  });

export const addGrid = (
  { call }: SiteCalls,
  { scope = "ac", ...info }: { scope?: Display["scope"]; rows?: number; chars?: number; idl?: string[] } = {},
) =>
  call("POST /displays/grid", {
    body: {
      uid: "11",
      name: "Entry sign",
      scope,
      additionalInfo: { ip: "127.10.4.40", port: 9000, chars: 16, rows: 2, drv: "tcp-text", tmr: 5, ...info },
    },
  });

export const addIndicator = ({ call }: SiteCalls, uid: string, name: string) =>
  call("POST /displays/binary", {
    body: { uid, name, scope: "ac", additionalInfo: { ...relay, tmr: 3, ind: "r" } },
  });

export const addGate = ({ call }: SiteCalls, name: string, wired: Partial<Gate> = {}): Promise<Gate> =>
  call("POST /gates", { body: { name, type: "N", ...wired } });

export const addLane = ({ call }: SiteCalls, name: string) =>
  call("POST /lanes", { body: { name, speedLimit2w: 20, speedLimit4w: 15 } });

/** Sends reservations through the integration API, with a new key. */
export async function sendReservations(site: Site, reservations: readonly object[]): Promise<void> {
  const { key } = await site.call("POST /integration-keys", { body: { name: "Cloud", purpose: "integration" } });
  const response = await fetch(`${site.address}/api/integrations/reservations`, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ reservations }),
  });
  if (!response.ok) throw new Error(`Sending reservations failed: ${await response.text()}`);
}

/** A reservation in the format of the integration API. */
export const reservation = (number: number, overrides: object = {}) => ({
  externalId: `r${number}`,
  lp: `KA01AB${1000 + number}`,
  validFrom: "2026-01-05T08:00:00Z",
  validTo: "2026-01-05T18:00:00Z",
  ...overrides,
});
