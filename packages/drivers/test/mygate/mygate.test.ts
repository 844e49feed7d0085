import type { MygateNotice } from "@gatehouse/contract/events/outgoing-message";
import { describe, expect, it } from "vitest";
import { type HttpResponse, success } from "../../src/device-result.ts";
import { type IntegrationTransport, pullChanges, sendNotice } from "../../src/mygate/mygate.ts";

const account = {
  syncAPIUrl: "https://mygate.test/sync?society=7",
  notifyAPIUrl: "https://mygate.test/notify",
  deviceId: "dev-1",
  apiKey: "secret",
};
const json = (value: unknown, status = 200): HttpResponse => ({
  status,
  contentType: "application/json",
  text: JSON.stringify(value),
});
const item = (refId: string, plate: string) => ({
  access_entity_type: "VEHICLE",
  access_uuid_type: "LPN",
  access_ref_id: refId,
  access_uuid: plate,
  access_display: "Flat 1",
});

/** Returns recorded replies in order and records the requests. */
function recorded(...responses: HttpResponse[]) {
  const asked: Parameters<IntegrationTransport>[0][] = [];
  const http: IntegrationTransport = async (request) => {
    asked.push(request);
    return success(responses[asked.length - 1] ?? json({}, 500));
  };
  return { http, asked };
}

describe("pulling plates", () => {
  it("INT-2 first loads everything, page by page, with the key and entity in headers", async () => {
    const next = { next: { href: "https://mygate.test/sync?society=7&device_id=dev-1&timestamp=0&page=2" } };
    const { http, asked } = recorded(
      json({ timestamp: 50, all: [item("a", "MH 1")], success: true, _links: next }),
      json({ timestamp: 51, all: [item("b", "MH 2")], success: true }),
    );
    const pulled = await pullChanges(account, 0, http);
    expect(pulled).toMatchObject({ ok: true, value: { upTo: 50, isWhole: true, deleted: [] } });
    expect(pulled.ok && pulled.value.upserted.map(({ refId, plate }) => [refId, plate])).toEqual([
      ["a", "MH 1"],
      ["b", "MH 2"],
    ]);
    expect(asked[0]).toEqual({
      method: "GET",
      url: "https://mygate.test/sync?society=7&device_id=dev-1&timestamp=0&page=1",
      headers: { "mg-xs-etype": "VEHICLE", "mg-xs-api-key": "secret" },
    });
    expect(asked[1]?.url).toBe(next.next.href);
  });

  it("INT-2 later loads only changes and deletions", async () => {
    const { http, asked } = recorded(json({ timestamp: 70, upserted: [item("a", "MH 9")], deleted: ["b", 12] }));
    expect(await pullChanges(account, 50, http)).toMatchObject({
      ok: true,
      value: { upTo: 70, isWhole: false, upserted: [{ refId: "a", plate: "MH 9" }], deleted: ["b", "12"] },
    });
    expect(asked[0]?.url).toContain("timestamp=50");
  });

  it.each([
    ["another host", "https://evil.test/sync?page=2", "another address"],
    ["itself", "https://mygate.test/sync?society=7&device_id=dev-1&timestamp=0&page=1", "same page again"],
    ["another scheme", "file:///etc/passwd", "another address"],
  ])("INT-2 never follows a next page to %s", async (_, href, words) => {
    const { http, asked } = recorded(json({ timestamp: 1, all: [], _links: { next: { href } } }));
    const pulled = await pullChanges(account, 0, http);
    expect(pulled).toMatchObject({ ok: false, failure: { detail: expect.stringContaining(words) } });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ["an error status", json({}, 500), "answered with 500"],
    ["a refused key", json({}, 401), "rejected the API key"],
    ["a redirect", json({}, 302), "answered with 302"],
    ["no JSON", { status: 200, contentType: "text/html", text: "<html>" }, "not a JSON object"],
    ["a list instead of an object", json([]), "not a JSON object"],
    ["no timestamp", json({ all: [] }), "no timestamp"],
    ["an item without a plate", json({ timestamp: 1, all: [{ access_ref_id: "a" }] }), "invalid vehicle"],
    ["an item that is none", json({ timestamp: 1, all: [null] }), "invalid vehicle"],
    ["deleted that is no list", json({ timestamp: 1, all: [], deleted: "a" }), "invalid vehicle"],
    ["a failure in words", json({ success: false, message: "Society closed" }), "Society closed"],
  ])("INT-2 discards a pull with %s", async (_, response, words) => {
    const { http } = recorded(
      json({ timestamp: 1, all: [item("a", "MH 1")], _links: { next: { href: "?page=2" } } }),
      response,
    );
    const pulled = await pullChanges(account, 0, http);
    expect(pulled).toMatchObject({ ok: false, failure: { detail: expect.stringContaining(words) } });
  });
});

describe("reporting an entry", () => {
  const notice: MygateNotice = {
    refId: "a",
    kind: "LPN",
    entity: "VEHICLE",
    plate: "MH01AB1234",
    direction: "IN",
    status: "GRANTED",
    at: "2026-11-15T06:00:00.000Z",
  };

  it("INT-2 sends the documented fields", async () => {
    const { http, asked } = recorded(json({ es: "0", message: "Success" }));
    expect(await sendNotice(account, notice, http)).toEqual({ ok: true, value: null });
    expect(asked[0]).toMatchObject({
      method: "POST",
      url: account.notifyAPIUrl,
      body: {
        device_id: "dev-1",
        access_uuid_type: "LPN",
        access_entity_type: "VEHICLE",
        access_ref_id: "a",
        access_uuid_captured: "MH01AB1234",
        direction: "IN",
        status: "GRANTED",
        timestamp: 1_794_722_400,
      },
    });
  });

  it.each([
    ["an error inside a good answer", json({ es: "5", message: "No such vehicle" }), "No such vehicle"],
    ["an error status", json({}, 503), "answered with 503"],
    ["no JSON", { status: 200, contentType: "text/plain", text: "ok" }, "invalid JSON"],
  ])("INT-2 fails with %s", async (_, response, words) => {
    const { http } = recorded(response);
    const result = await sendNotice(account, notice, http);
    expect(result).toMatchObject({ ok: false, failure: { detail: expect.stringContaining(words) } });
  });
});
