import { api } from "@gatehouse/contract/api";
import type { Endpoint, EndpointKey } from "@gatehouse/contract/endpoint";
import { stationErrors } from "@gatehouse/contract/entities/station.messages";
import { gateErrors } from "@gatehouse/contract/gate-scope";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createPins } from "../auth/pins.ts";
import { fromDevices, handledWrites, pathsOf, testedElsewhere, withoutNames } from "./gate-limit-cases.ts";
import { createGateLimitSite } from "./gate-limit-site.ts";

const { server, db, own, other, limited, admin, events } = await createGateLimitSite();

const shows = (text: string, { mark, host }: { mark: string; host: string }) =>
  text.includes(mark) || text.includes(host);

const guarded = (Object.entries(api) as [EndpointKey, Endpoint][]).filter(
  ([, { permission, stream }]) => permission !== undefined && !stream,
);
const reads = guarded.filter(([key]) => key.startsWith("GET "));
const writes = guarded.filter(([key]) => !key.startsWith("GET "));

const send = (method: string, path: string, token: string, payload?: object) =>
  server.app.inject({
    method: method as "GET",
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });

/** The status of each call about a gate's records, and the text of all responses. */
async function readAll(key: string, endpoint: Endpoint, gate: typeof own, token: string) {
  const responses = [];
  for (const path of pathsOf(key, endpoint, gate, events[gate.mark] ?? 0))
    responses.push(await send("GET", path, token));
  return {
    statuses: responses.map(({ statusCode }) => statusCode),
    text: responses.map(({ body, headers }) => `${body} ${JSON.stringify(headers["content-disposition"])}`).join("\n"),
  };
}

describe("a person who is limited to a gate, in every call that reads", () => {
  it("ROLE-3 each of the whole site is refused", async () => {
    for (const [key, endpoint] of reads.filter(([, { gates }]) => gates === undefined)) {
      const seen = await readAll(key, endpoint, other, limited.token);
      expect.soft(new Set(seen.statuses), key).toEqual(new Set([403]));
      expect.soft(seen.text, key).toContain(gateErrors.site);
    }
  });

  it("ROLE-3 each other shows nothing of another gate", async () => {
    for (const [key, endpoint] of reads.filter(([, { gates }]) => gates !== undefined)) {
      const seen = await readAll(key, endpoint, other, limited.token);
      expect.soft(shows(seen.text, other), `${key}: ${seen.text}`).toBe(false);
      const isOfRecord = typeof endpoint.gates === "object" && endpoint.gates.record !== undefined;
      const unexpected = seen.statuses.filter((status) =>
        isOfRecord ? status !== 404 : status === 400 || status === 403,
      );
      expect.soft(unexpected, key).toEqual([]);
    }
  });

  const limitedReads = reads.filter(([, { gates }]) => gates !== undefined && gates !== "shared");

  it("ROLE-3 each with names shows their own gate, and both to people without a limit", async () => {
    const isTestedBelow = (key: EndpointKey) => fromDevices.has(key) || testedElsewhere.has(key) || key in withoutNames;
    for (const [key, endpoint] of limitedReads.filter(([each]) => !isTestedBelow(each))) {
      expect.soft(shows((await readAll(key, endpoint, other, admin.token)).text, other), key).toBe(true);
      expect.soft(shows((await readAll(key, endpoint, own, admin.token)).text, own), key).toBe(true);
      expect.soft(shows((await readAll(key, endpoint, own, limited.token)).text, own), key).toBe(true);
    }
  });

  it("ROLE-3 EVT-1 sources of events that belong to no gate are offered only to people without a limit", async () => {
    await sql`insert into sensors (uid, name, scope, "additionalInfo")
      values ('unwired', 'Unwired loop', 'loop', '{}')`.execute(db);
    const sources = async (token: string) => (await send("GET", "/events/loop/sources", token)).json();
    expect(await sources(admin.token)).toContain("Unwired loop");
    expect(await sources(limited.token)).not.toContain("Unwired loop");
  });

  it("ROLE-3 GET /events/{module}/count counts the events of their own gate only", async () => {
    const count = async (token: string) => (await send("GET", "/events/anpr-ac/count?all=true", token)).json().count;
    expect([await count(admin.token), await count(limited.token)]).toEqual([2, 1]);
  });

  it.each(Object.entries(withoutNames))("ROLE-3 %s has the rows of their own gate only", async (key, { field, id }) => {
    const endpoint = (api as Record<string, Endpoint>)[key] ?? { summary: "", tag: "" };
    const rowOf = (gate: typeof own) => new RegExp(`"${field}":${id(gate)}\\b`);
    const whole = (await readAll(key, endpoint, own, admin.token)).text;
    expect(whole).toMatch(rowOf(own));
    expect(whole).toMatch(rowOf(other));
    const seen = (await readAll(key, endpoint, own, limited.token)).text;
    expect(seen).toMatch(rowOf(own));
    expect(seen).not.toMatch(rowOf(other));
  });
});

const relayAt = (ip: string) => ({ ip, port: 99, drv: "modbus-tcp", rel: 1 });

it("ROLE-3 ALERT-1 more than a page of newer alerts of another gate does not hide those of their own", async () => {
  const about = JSON.stringify({ cameraId: other.ids.cameras });
  await sql`
    insert into alerts (type, subject, scope, title, description, "additionalInfo", "createdAt", "lastSeenAt", "activeSince")
    select 'CAMERA_STREAM_DOWN', 'flood ' || n, 'ac', 'Flood', 'Flood', ${about}::jsonb, at, at, at
    from generate_series(1, 1001) n, (select now() + interval '1 minute' as at) later`.execute(db);
  const { body } = await server.call<{ description: string }[]>(
    "GET /alerts",
    { query: { scope: "ac" } },
    limited.token,
  );
  await sql`delete from alerts where subject like 'flood %'`.execute(db);
  expect(body.map(({ description }) => description)).toContain(`${own.mark} fault`);
});

describe("a person who is limited to a gate, in every call that writes", () => {
  const siteWide = writes.filter(([, { gates }]) => gates === undefined);
  const ofRecords = writes.filter(([, { gates }]) => typeof gates === "object");

  it("ROLE-3 ROLE-5 their account lists no call of the whole site", async () => {
    const { calls } = (await server.call<{ calls: string[] }>("GET /auth/me", {}, limited.token)).body;
    expect(calls).toContain("GET /gates");
    expect(siteWide.filter(([key]) => calls.includes(key))).toEqual([]);
  });

  it("ROLE-3 each that concerns the whole site is refused", async () => {
    for (const [key] of siteWide) {
      const [method = "", template = ""] = key.split(" ");
      const path = template.replaceAll(/\{\w*[iI]d\}/g, "1").replaceAll(/\{\w+\}/g, "ac");
      const response = await send(method, path, limited.token);
      expect.soft([response.statusCode, response.json()], key).toMatchObject([403, { message: gateErrors.site }]);
    }
  });

  it("ROLE-3 each about a record is refused for another gate", async () => {
    const error = { code: "auth/not-permitted", message: gateErrors.record };
    for (const [key, endpoint] of ofRecords) {
      const [method = ""] = key.split(" ");
      for (const path of pathsOf(key, endpoint, other, events[other.mark] ?? 0)) {
        const response = await send(method, path.replace("{slotId}", "1"), limited.token);
        expect.soft([response.statusCode, response.json()], key).toMatchObject([403, error]);
      }
    }
  });

  it("ROLE-3 every other writing call is tested below, or with its feature", () => {
    const handled = writes.filter(([, { gates }]) => gates === "own" || gates === "shared").map(([key]) => key);
    expect(handled.sort()).toEqual([...handledWrites].sort());
  });

  it("ROLE-3 RULE-10 plates of events at other gates can't be corrected", async () => {
    const addEvent = async (gateId: number) => {
      const { rows } = await sql<{ id: number }>`
        insert into events (id, module, status, timing, "occurredAt", "receivedAt", "sourceName", "sourceUid", "gateId",
          "plateNormalized", reason, listing)
        values (nextval('event_ids'), 'ANPR_ACCESS_CONTROL', 'RECEIVED', 'live', now(), now(), 'Camera', '1', ${gateId},
          'READ1', '', 'gate') returning id`.execute(db);
      return rows[0]?.id ?? 0;
    };
    const correct = async (gateId: number) => {
      const params = { module: "ac", id: await addEvent(gateId) };
      const body = { plate: "READ 2" };
      return (await server.call("POST /events/{module}/{id}/correct", { params, body }, limited.token)).status;
    };
    expect(await correct(other.gateId)).toBe(404);
    expect(await correct(own.gateId)).toBe(201);
  });

  it.each([
    ["POST /events/{module}/{id}/open", { reason: "Visitor", isStillThere: true }, 200],
    ["POST /events/{module}/{id}/handle", { isHandled: true }, 204],
    ["POST /events/{module}/{id}/deny", { reason: "Unknown", isStillThere: true }, 204],
    ["POST /station/{gateId}/notes", { text: "Late" }, 201],
    ["POST /station/{gateId}/handover", undefined, 201],
  ] as const)("ROLE-3 OPS-3 %s is for their own gate only", async (key, body, status) => {
    const callAt = async ({ mark, gateId }: typeof own) => {
      const params = { module: "ac", id: events[mark], gateId };
      return (await server.call(key, { params, ...(body && { body }) }, limited.token)).status;
    };
    expect(await callAt(other)).toBe(404);
    expect(await callAt(own)).toBe(status);
  });

  it("ROLE-3 OPS-3 a note is about an event of its own gate, or about none", async () => {
    const noteAbout = (eventId: number | null | undefined) =>
      server.call(
        "POST /station/{gateId}/notes",
        { params: { gateId: own.gateId }, body: { text: "Late", eventId } },
        limited.token,
      );
    const foreign = { status: 400, body: { errors: [{ path: "eventId", message: stationErrors.foreignEvent }] } };
    expect(await noteAbout(events[other.mark])).toMatchObject(foreign);
    expect(await noteAbout(999_999)).toMatchObject(foreign);
    expect((await noteAbout(events[own.mark])).status).toBe(201);
    expect((await noteAbout(null)).status).toBe(201);
  });

  const { ids } = own;
  const streamAt = (url: string) => ({ mediaServerFrameUrl: url });
  it.each([
    ["PATCH", `/ai-devices/${ids.ai_devices}`, { ip: other.host }],
    ["PATCH", `/boom-barriers/${ids.boom_barriers}`, { additionalInfo: { ...relayAt(other.host), ser: "A1" } }],
    ["PATCH", `/buzzers/${ids.buzzers}`, { additionalInfo: { ...relayAt(other.host), ser: 1, tmr: 2 } }],
    ["PATCH", `/displays/binary/${ids.displays}`, { additionalInfo: { ...relayAt(other.host), tmr: 1 } }],
    ["PATCH", `/sensors/${ids.sensors}`, { additionalInfo: { ip: other.host, drv: "llrp", gtp: "N" } }],
    ["PATCH", `/cameras/anpr-ac/${ids.cameras}`, { ip: other.host, port: 80 }],
    ["PATCH", `/cameras/anpr-ac/${ids.cameras}`, streamAt(`http://${other.host}:8080/any`)],
    ["PATCH", `/cameras/anpr-ac/${ids.cameras}`, streamAt("http://127.20.0.9:1/BRAVO?fresh")],
  ])("ROLE-3 %s %s can't be given the address of another gate's device: %o", async (method, path, body) => {
    await db
      .updateTable("cameras")
      .set({ mediaServerHealthUrl: "http://127.20.0.9:1/BRAVO" })
      .where("id", "=", other.ids.cameras)
      .execute();
    const response = await send(method, path, limited.token, body);
    expect([response.statusCode, response.json()]).toMatchObject([403, { message: gateErrors.wiring }]);
  });

  it("ROLE-3 a device gets another address, and a media server serves several gates", async () => {
    const moved = await send("PATCH", `/ai-devices/${ids.ai_devices}`, limited.token, { ip: "127.20.0.3" });
    expect(moved.statusCode, moved.body).toBe(200);
    const stream = streamAt("http://127.20.0.9:1/ALPHA");
    const shared = await send("PATCH", `/cameras/anpr-ac/${ids.cameras}`, limited.token, stream);
    expect(shared.statusCode, shared.body).toBe(200);
    const back = { ip: own.host };
    expect((await send("PATCH", `/ai-devices/${ids.ai_devices}`, limited.token, back)).statusCode).toBe(200);
    const camera = streamAt(`http://${own.host}:1/frame`);
    expect((await send("PATCH", `/cameras/anpr-ac/${ids.cameras}`, limited.token, camera)).statusCode).toBe(200);
  });

  it("ROLE-3 AUTH-14 people at a shared screen switch to each other, with the gates of whoever acts", async () => {
    const { withPin, switchTo } = createPins(server);
    const colleague = await withPin("90247", { gateIds: [other.gateId] });
    const { token } = await withPin("58213", { gateIds: [own.gateId] });
    const switched = await switchTo(colleague.id, "90247", token);
    expect(switched.status).toBe(200);
    const gates = async (held: string) =>
      (await server.call<{ id: number }[]>("GET /gates", {}, held)).body.map(({ id }) => id);
    expect(await gates(switched.body.token)).toEqual([other.gateId]);
  });

  const visit = { validFrom: "2026-01-01T00:00:00Z", validTo: "2026-01-02T00:00:00Z" };
  const holdOpen = { kind: "hold-open", reason: "Drill", until: "2999-01-01T00:00:00Z" };
  const passTo = (gateIds: number[]) => ({ ...visit, lp: "VISIT1", name: "Visitor", gateIds });
  const statusOf = async (key: EndpointKey, sent: object) => (await server.call(key, sent, limited.token)).status;

  it("ROLE-3 PASS-3 a guard admits visitors at their own gates only, and not at all gates", async () => {
    const statuses: number[] = [];
    for (const gateIds of [[own.gateId, other.gateId], [], [own.gateId]])
      statuses.push(await statusOf("POST /access/passes", { body: passTo(gateIds) }));
    expect(statuses).toEqual([403, 403, 201]);
    const params = { id: own.ids.access_passes };
    const widen = { params, body: { ...visit, lp: "ALPHAVISIT", name: "ALPHA visitor", gateIds: [] } };
    expect(await statusOf("PUT /access/passes/{id}", widen)).toBe(403);
  });

  it("ROLE-3 RULE-7 an override of their own gate only, and not of the site", async () => {
    const statuses: number[] = [];
    for (const gateId of [other.gateId, null, own.gateId])
      statuses.push(await statusOf("POST /access/overrides", { body: { ...holdOpen, gateId } }));
    expect(statuses).toEqual([403, 403, 201]);
    const widen = { params: { id: own.ids.access_overrides }, body: { ...holdOpen, gateId: null } };
    expect(await statusOf("PUT /access/overrides/{id}", widen)).toBe(403);
  });

  it("ROLE-3 RULE-7 an override of the site names the unconfirmed barriers of their own gate only", async () => {
    const everywhere = { ...holdOpen, gateId: null };
    const { body: made } = await server.call<{ id: number }>("POST /access/overrides", { body: everywhere });
    const { body } = await server.call<{ id: number; unconfirmed: { gateId: number }[] }[]>(
      "GET /access/overrides",
      {},
      limited.token,
    );
    const unconfirmed = body.find(({ id }) => id === made.id)?.unconfirmed;
    expect(unconfirmed?.map(({ gateId }) => gateId)).toEqual([own.gateId]);
    expect(await statusOf("DELETE /access/overrides/{id}", { params: made })).toBe(403);
    expect((await server.call("DELETE /access/overrides/{id}", { params: made })).status).toBe(204);
  });

  it("ROLE-3 RULE-4 the presence in the areas of their own gate only", async () => {
    const inside = (areaId: number) => ({ vehicle: `CAR${areaId}`, areaId });
    const { access_areas: area } = own.ids;
    const { access_areas: elsewhere } = other.ids;
    expect(await statusOf("POST /access/presence", { body: inside(elsewhere) })).toBe(403);
    const { body: made } = await server.call<{ id: number }>(
      "POST /access/presence",
      { body: inside(area) },
      limited.token,
    );
    const moved = { params: { id: made.id }, body: { ...inside(area), areaId: elsewhere } };
    expect(await statusOf("PUT /access/presence/{id}", moved)).toBe(403);
    const forgiven = { params: { id: made.id }, body: { ...inside(area), isForgiven: true } };
    expect(await statusOf("PUT /access/presence/{id}", forgiven)).toBe(200);
    const foreign = await db
      .selectFrom("access_presence")
      .select("id")
      .where("areaId", "=", elsewhere)
      .executeTakeFirstOrThrow();
    expect(await statusOf("DELETE /access/presence/{id}", { params: foreign })).toBe(403);
    expect(await statusOf("DELETE /access/presence/{id}", { params: { id: made.id } })).toBe(204);
  });

  it("ROLE-3 What-if answers for their own gate only", async () => {
    const ask = (gateId: number) =>
      server.call("POST /access/what-if", { body: { gateId, type: "LICENSE_PLATE", read: "ALPHA1" } }, limited.token);
    expect((await ask(own.gateId)).status).toBe(200);
    expect((await ask(other.gateId)).status).toBe(404);
  });

  it.each([
    ["acknowledge", {}],
    ["shelve", { body: { minutes: 5, reason: "Later" } }],
    ["unshelve", {}],
  ] as const)("ROLE-3 OPS-8 alerts of another gate and of no gate refuse %s", async (action, sent) => {
    const all = await db.selectFrom("alerts").select(["id", "type", "description"]).execute();
    const act = async (description: string, type: string) => {
      const id = all.find((alert) => alert.description === description && alert.type === type)?.id;
      const { status } = await server.call(`POST /alerts/{id}/${action}`, { ...sent, params: { id } }, limited.token);
      return status;
    };
    expect(await act("BRAVO fault", "CAMERA_STREAM_DOWN")).toBe(404);
    expect(await act("ALPHA fault", "AC_TICKET_VENDING_FAILED")).toBe(404);
    expect(await act("ALPHA fault", "CAMERA_STREAM_DOWN")).toBe(200);
  });

  it("ROLE-3 alerts of another gate and of no gate can't be resolved", async () => {
    const all = await db.selectFrom("alerts").select(["id", "type", "description"]).execute();
    const resolve = async (description: string, type: string) => {
      const id = all.find((alert) => alert.description === description && alert.type === type)?.id;
      return (await server.call("POST /alerts/{id}/resolve", { params: { id } }, limited.token)).status;
    };
    expect(await resolve("BRAVO fault", "CAMERA_STREAM_DOWN")).toBe(404);
    expect(await resolve("ALPHA fault", "AC_TICKET_VENDING_FAILED")).toBe(404);
    const resolved = await db
      .selectFrom("alerts")
      .select("type")
      .where("status", "=", "resolved")
      .where("type", "in", ["CAMERA_STREAM_DOWN", "AC_TICKET_VENDING_FAILED"])
      .execute();
    expect(resolved).toEqual([]);
    expect(await resolve("ALPHA fault", "CAMERA_STREAM_DOWN")).toBe(200);
  });
});
