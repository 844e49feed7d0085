import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect } from "vitest";
import { raiseAlert } from "../../../src/alert/alert.store.ts";
import { ownPassword, type TestServer } from "../../test-server.ts";
import { configurationCalls, dashboardCalls, identifierCalls, shellCalls, variableCalls } from "./data-calls.ts";
import { deviceCalls, manualCameraCalls, reportedCameraCalls, slotControllerCalls } from "./device-calls.ts";
import type { DocumentedCall } from "./documented-call.ts";
import { barrierCalls, buzzerCalls, displayCalls, gateCalls, laneCalls, sensorCalls, tvmCalls } from "./site-calls.ts";

type Row = Record<string, unknown>;

/** The response of a documented call. */
interface Made {
  status: number;
  body: string;
  requestId: string;
}

const cameras = Array.from({ length: 9 }, (_, index) => ({
  id: `c${index + 1}`,
  name: `Camera ${index + 1}`,
  slots: [],
}));
cameras.push({ id: "2", name: "Numeric id", slots: [] });

/** A site for the documents' calls: a device that reports cameras, a cloud and an alert. Call it at the file's top level. */
export async function createDocumentedSite(server: TestServer) {
  const { db, clock } = server.services;
  const device = createServer((request, response) => {
    response.end(JSON.stringify(request.url?.endsWith("/cameras") ? { cameras } : { status: "ok" }));
  }).listen(0, "127.0.0.1");
  await once(device, "listening");
  afterAll(() => void device.close());

  await server.call("GET /health"); // the first call changes the one-time password
  const { body: session } = await server.login(ownPassword);
  await db
    .updateTable("configs")
    .set({ value: JSON.stringify("http://127.0.0.1:9/") })
    .where("key", "=", "cloudUrl")
    .execute();
  const alert = { type: "EPLD_NEW_SLOT", scope: "epld", subject: "slot 1", title: "New slot" } as const;
  await db
    .transaction()
    .execute((tx) => raiseAlert(tx, { ...alert, description: "", additionalInfo: {} }, clock.now()));

  const kept: Record<string, Row> = {};

  const tables: [string, DocumentedCall[]][] = [
    ["lanes", laneCalls],
    ["boom barriers", barrierCalls],
    ["buzzers", buzzerCalls],
    ["sensors", sensorCalls],
    ["displays", displayCalls],
    ["gates", gateCalls],
    ["ticket vending machines", tvmCalls],
    ["AI devices", deviceCalls((device.address() as AddressInfo).port)],
    ["reported cameras", reportedCameraCalls],
    ["manual cameras", manualCameraCalls],
    ["slot controllers", slotControllerCalls],
    ["variables", variableCalls],
    ["dashboards", dashboardCalls],
    ["identifiers", identifierCalls],
    ["configurations", configurationCalls],
    ["the shell", shellCalls],
  ];

  /** Makes the call, and keeps the record of its response. */
  async function make({ call, body, keep, where }: DocumentedCall): Promise<Made> {
    const [method = "", path = ""] = call.split(" ");
    const url = `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(kept[name]?.id))}`;
    const sent: { body?: unknown; headers?: Record<string, string> } | undefined =
      typeof body === "function" ? body(kept) : body;
    const isUpload = sent?.body instanceof Buffer;
    const response = await server.app.inject({
      method: method as "GET",
      url,
      headers: { authorization: session.token, "content-type": "application/json", ...(isUpload && sent.headers) },
      ...(sent !== undefined && { payload: (isUpload ? sent.body : sent) as object }),
    });
    if (keep !== undefined && response.statusCode < 300)
      kept[keep] = recordIn(response.json(), where ?? { id: kept[keep]?.id });
    const requestId = String(response.headers["x-request-id"]);
    return { status: response.statusCode, body: response.body, requestId };
  }

  return { tables, make, kept };
}

/** The response itself, or the record of a list that has the given values. */
function recordIn(response: Row | Row[], where: Row): Row {
  const rows = Array.isArray(response) ? response : response.data;
  if (!Array.isArray(rows)) return response as Row;
  const found = rows.find((row) => Object.entries(where).every(([name, value]) => row[name] === value));
  expect(found, `the list has a record with ${JSON.stringify(where)}`).toBeDefined();
  return found;
}
