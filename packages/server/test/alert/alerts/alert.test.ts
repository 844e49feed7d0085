import type { Alert } from "@gatehouse/contract/entities/alert";
import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import { beforeEach, describe, expect, it } from "vitest";
import { raiseAlert } from "../../../src/alert/alert.store.ts";
import { testServer } from "../../test-server.ts";

const server = await testServer();
const { db } = server.services;

const cause: AlertCause = {
  type: "EPLD_MISSING_SLOT",
  scope: "epld",
  subject: "camera 1 slot A",
  title: "Slot missing",
  description: "Slot A is gone",
  additionalInfo: { error: "gone" },
};

const raise = (over: Partial<AlertCause> = {}, at = server.clock.now()) =>
  db.transaction().execute((tx) => raiseAlert(tx, { ...cause, ...over }, at));

const list = async (query: Record<string, unknown> = {}) =>
  (await server.call<Alert[]>("GET /alerts", { query: { scope: "epld", ...query } })).body;

beforeEach(async () => {
  await db.deleteFrom("alerts").execute();
});

describe("alerts", () => {
  it("ALERT-1 are listed by scope, newest first", async () => {
    await raise({ subject: "old" }, new Date("2026-01-01T00:00:00Z"));
    await raise({ subject: "new", title: "Newer" }, new Date("2026-01-02T00:00:00Z"));
    await raise({ scope: "ac", type: "AC_CAMERA_SYNC_FAILED" });
    expect((await list()).map((alert) => alert.title)).toEqual(["Newer", "Slot missing"]);
  });

  it("ALERT-2 exclude resolved ones by default", async () => {
    await raise();
    const [alert] = await list();
    await server.call("POST /alerts/{id}/resolve", { params: { id: alert?.id } });
    expect(await list()).toEqual([]);
    expect((await list({ resolved: "true" })).map(({ status }) => status)).toEqual(["resolved"]);
  });

  it("ALERT-4 resolve once and stay resolved", async () => {
    await raise();
    const [alert] = await list();
    const first = await server.call<Alert>("POST /alerts/{id}/resolve", { params: { id: alert?.id } });
    server.clock.advance(1_000);
    const second = await server.call<Alert>("POST /alerts/{id}/resolve", { params: { id: alert?.id } });
    expect(first.body.status).toBe("resolved");
    expect(second.body.resolvedAt).toBe(first.body.resolvedAt);
  });

  it("ALERT-4 return 404 for an unknown id", async () => {
    expect((await server.call("POST /alerts/{id}/resolve", { params: { id: 12345678 } })).status).toBe(404);
  });

  it.each([["attic"], [undefined]])("ALERT-1 refuse the scope %s", async (scope) => {
    const { status } = await server.call("GET /alerts", { query: scope ? { scope } : {} });
    expect(status).toBe(400);
  });

  it("increment the count instead of adding a second row", async () => {
    await raise({}, new Date("2026-01-01T00:00:00Z"));
    await raise({ description: "Still gone" }, new Date("2026-01-01T00:05:00Z"));
    const [alert, ...others] = await list();
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      count: 2,
      description: "Still gone",
      createdAt: "2026-01-01T00:00:00.000Z",
      lastSeenAt: "2026-01-01T00:05:00.000Z",
    });
  });

  it("open again after they were resolved", async () => {
    await raise();
    const [alert] = await list();
    await server.call("POST /alerts/{id}/resolve", { params: { id: alert?.id } });
    await raise();
    expect((await list({ resolved: true })).map(({ status }) => status)).toEqual(["new", "resolved"]);
  });
});
