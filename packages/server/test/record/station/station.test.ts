import type { GateNow } from "@gatehouse/contract/entities/overview";
import type { Handover, Station } from "@gatehouse/contract/entities/station";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { raiseAlert } from "../../../src/alert/alert.store.ts";
import { createLoopStateRecorder } from "../../../src/gate/loop-states.ts";
import { accessSite } from "../../access/rules/access-site.ts";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { samples } from "../../gate/site/samples.ts";
import { createPeople } from "../../people/users/people.ts";

const site = await accessSite();
const { server, db } = site;
const people = createPeople(server);
const guard = await people.signIn({ role: "guard" });

type EventAction = "open" | "handle" | "deny" | "correct";

const stationOf = async (gateId: number, token = guard.token) =>
  (await server.call<Station>("GET /station/{gateId}", { params: { gateId } }, token)).body;
const platesOf = (cards: Station["waiting"]) => cards.map(({ event }) => ("lp" in event ? event.lp : event.tag));
const act = (action: EventAction, id: number, body: Record<string, unknown>, token = guard.token) =>
  server.call(`POST /events/{module}/{id}/${action}`, { params: { module: "ac", id }, body }, token);

const newGate = async (values: Record<string, unknown> = {}, manner?: "refuses") =>
  site.plateGate((await relayForTest(manner)).port, values);

describe("the queue of a gate", () => {
  it("OPS-3 has every vehicle that needs a guard, and drops none; only the one that was read last is at the barrier", async () => {
    const gate = await newGate();
    await site.register("QUEUE 9");
    const first = await site.read(gate, "QUEUE1");
    await act("handle", first.id, { isHandled: true });
    for (const plate of ["QUEUE2", "QUEUE9", "QUEUE3"]) await site.read(gate, plate);
    const { waiting, left, earlier } = await stationOf(gate.gateId);
    expect(platesOf(waiting)).toEqual(["QUEUE3"]);
    expect(waiting).toMatchObject([{ away: null }]);
    expect(platesOf(left)).toEqual(["QUEUE2", "QUEUE1"]);
    expect(left).toMatchObject([{ away: "newer" }, { away: "newer" }]);
    expect(platesOf(earlier)).toEqual(["QUEUE9"]);
    expect(earlier[0]).toMatchObject({ closing: null, event: { isGranted: true } });
  });

  it("OPS-3 with a loop, the first vehicle since it is occupied is at the barrier, and others are behind it", async () => {
    const loop = await site.create("POST /sensors", samples.loop());
    const gate = await newGate({ loopId: loop.id });
    const loops = createLoopStateRecorder(server.services);
    const report = (isOccupied: boolean) => loops.save(new Map([[loop.id, isOccupied]]));
    await report(false);
    server.clock.advance(2_000);
    await report(true);
    const first = await site.read(gate, "FIRST1");
    const second = await site.read(gate, "SECOND2");
    expect((await stationOf(gate.gateId)).waiting).toMatchObject([
      { event: { id: first.id }, away: null },
      { event: { id: second.id }, away: "behind" },
    ]);
    expect(await act("open", second.id, { reason: "Delivery" })).toMatchObject({ status: 409 });
    expect((await act("open", first.id, { reason: "Delivery" })).status).toBe(200);
    await db.deleteFrom("loop_states").execute();
  });

  it("OPS-3 a misread of the same vehicle joins its card", async () => {
    const gate = await newGate();
    const { id } = await site.read(gate, "JOIN8080");
    await site.read(gate, "JOIN808O");
    const { waiting, left, earlier } = await stationOf(gate.gateId);
    expect(waiting).toMatchObject([{ event: { id }, away: null, alsoRead: ["JOIN808O"] }]);
    expect([...left, ...earlier]).toEqual([]);
  });

  it("OPS-3 OPS-5 a guard opens for or turns away a vehicle that may have left only after another look", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    const older = await site.read(gate, "OLDER1");
    await site.read(gate, "NEWER2");
    const error = {
      status: 409,
      body: {
        code: "event/may-have-left",
        message: "Another vehicle was read since. Check that this vehicle is still at the barrier.",
      },
    };
    expect(await act("open", older.id, { reason: "Delivery" })).toMatchObject(error);
    expect(await act("deny", older.id, { reason: "Not expected" })).toMatchObject(error);
    expect(relay.heard.filter((one) => one.endsWith("on"))).toEqual([]);
    expect((await stationOf(gate.gateId)).left).toMatchObject([{ event: { id: older.id }, denial: null }]);
    expect((await act("open", older.id, { reason: "Delivery", isStillThere: true })).status).toBe(200);
    expect(relay.heard.filter((one) => one.endsWith("on"))).toHaveLength(1);
  });

  it("OPS-3 a vehicle that the loop behind the barrier counted may have left", async () => {
    const reader = await site.create<{ id: number }>("POST /sensors", samples.loop());
    const gate = await newGate();
    await db.updateTable("gates").set({ sensorId: reader.id }).where("id", "=", gate.gateId).execute();
    await site.settle();
    const { id } = await site.read(gate, "COUNTED1");
    server.clock.advance(1_000);
    const { body } = await server.call<{ secret: string }>("GET /sensors/{id}/ingest", { params: reader });
    const pulse = { type: "loop", id: "counted-1", at: server.clock.now().toISOString() };
    const pushed = await site.push({ ...reader, ...body }, pulse, `/api/ingest/sensor-${reader.id}`);
    expect(pushed.statusCode).toBe(200);
    expect((await stationOf(gate.gateId)).left).toMatchObject([{ event: { id }, away: "passage" }]);
  });

  it("OPS-1 OPS-3 a camera whose clock is ahead does not hide later vehicles", async () => {
    const gate = await newGate();
    const latestPlate = async () => {
      const { body } = await server.call<GateNow[]>("GET /overview/gates", {});
      const latest = body.find(({ id }) => id === gate.gateId)?.latest;
      return latest && "lp" in latest ? latest.lp : undefined;
    };
    await site.read(gate, "AHEAD1");
    for (const plate of ["AHEAD2", "AHEAD3"]) {
      const event = { ...site.plateEvent(plate), at: "2098-01-01T00:00:00Z" };
      expect((await site.push(gate, event)).statusCode).toBe(200);
    }
    expect(await latestPlate()).toBe("AHEAD3");
    server.clock.advance(1_000);
    await site.register("AHEAD 4");
    await site.read(gate, "AHEAD4");
    expect(await latestPlate()).toBe("AHEAD4");
    const { left, earlier } = await stationOf(gate.gateId);
    expect([platesOf(left), platesOf(earlier)]).toEqual([["AHEAD3", "AHEAD2", "AHEAD1"], ["AHEAD4"]]);
    server.clock.advance(15 * 60_000);
    expect(platesOf((await stationOf(gate.gateId)).earlier)).toEqual(["AHEAD4", "AHEAD1"]);
  });

  it("OPS-3 shows colleagues who handles a vehicle, until they stop", async () => {
    const gate = await newGate();
    const colleague = await people.signIn({ role: "guard" });
    const { id } = await site.read(gate, "TWO 1");
    await act("handle", id, { isHandled: true });
    expect((await stationOf(gate.gateId, colleague.token)).waiting).toMatchObject([
      { handling: { by: guard.username } },
    ]);
    await act("handle", id, { isHandled: false }, colleague.token);
    expect((await stationOf(gate.gateId)).waiting).toMatchObject([{ handling: { by: guard.username } }]);
    await act("handle", id, { isHandled: false });
    expect((await stationOf(gate.gateId)).waiting).toMatchObject([{ handling: null }]);
  });

  it("OPS-3 a vehicle leaves it when it is let in or turned away", async () => {
    const gate = await newGate();
    const letIn = await site.read(gate, "LEAVE 1");
    await act("open", letIn.id, { reason: "Delivery" });
    const turned = await site.read(gate, "LEAVE 2");
    await act("deny", turned.id, { reason: "Not expected" });
    const { waiting, earlier } = await stationOf(gate.gateId);
    expect(waiting).toEqual([]);
    expect(earlier).toMatchObject([
      { closing: "denied", denial: { by: guard.username, reason: "Not expected" } },
      { closing: "opened", opening: { by: guard.username, reason: "Delivery" } },
    ]);
  });

  it("OPS-3 OPS-5 a vehicle that a guard let in can't be turned away, and the refusal says who let it in", async () => {
    const gate = await newGate();
    const colleague = await people.signIn({ role: "guard" });
    const { id } = await site.read(gate, "LETIN 1");
    await act("open", id, { reason: "Delivery" }, colleague.token);
    expect(await act("deny", id, { reason: "Not expected" })).toMatchObject({
      status: 409,
      body: { code: "event/opened", message: `${colleague.username} has already opened the gate for this vehicle` },
    });
    expect((await stationOf(gate.gateId)).earlier).toMatchObject([{ closing: "opened", denial: null }]);
  });

  it("OPS-3 OPS-5 a vehicle that was turned away can be let in, and then the card says so", async () => {
    const gate = await newGate();
    const { id } = await site.read(gate, "LETIN 2");
    await act("deny", id, { reason: "Not expected" });
    expect((await act("open", id, { reason: "Host called" })).status).toBe(200);
    expect((await stationOf(gate.gateId)).earlier).toMatchObject([{ closing: "opened" }]);
  });

  it("OPS-3 OPS-5 a vehicle whose barrier did not open for a guard can be turned away", async () => {
    const gate = await newGate({}, "refuses");
    const { id } = await site.read(gate, "LETIN 3");
    await act("open", id, { reason: "Delivery" });
    expect((await act("deny", id, { reason: "Not expected" })).status).toBe(204);
    expect((await stationOf(gate.gateId)).earlier).toMatchObject([{ closing: "denied" }]);
  });

  it("AUD-1 OPS-3 the audit trail says what guards did about a vehicle", async () => {
    const gate = await newGate();
    const { username, token } = await people.signIn({ role: "guard" });
    const { id } = await site.read(gate, "AUDITED 1");
    for (const isHandled of [true, false, true]) await act("handle", id, { isHandled }, token);
    const note = { text: "Calls the host", eventId: id };
    await server.call("POST /station/{gateId}/notes", { params: { gateId: gate.gateId }, body: note }, token);
    await act("correct", id, { plate: "AUDITED 7" }, token);
    await act("deny", id, { reason: "Not expected" }, token);
    const { body } = await server.call<{ data: { summary: string }[] }>("GET /audit", { query: { user: username } });
    expect(body.data.map(({ summary }) => summary).slice(0, 6)).toEqual([
      `Turned away the vehicle of event ${id} (Not expected)`,
      `Corrected the plate of event ${id} from AUDITED1 to AUDITED 7`,
      `Added a note about the vehicle of event ${id}`,
      `Started handling the vehicle of event ${id}`,
      `Stopped handling the vehicle of event ${id}`,
      `Started handling the vehicle of event ${id}`,
    ]);
  });

  it("OPS-3 keeps a vehicle whose barrier did not open", async () => {
    const gate = await newGate({}, "refuses");
    await site.register("STUCK 1");
    const { id } = await site.read(gate, "STUCK1");
    await act("open", id, { reason: "Again" });
    expect((await stationOf(gate.gateId)).waiting).toMatchObject([
      { event: { isGranted: true, barrierFailure: "rejected" }, opening: { state: "rejected" } },
    ]);
  });

  it("OPS-3 a vehicle leaves it when it is read again, when the loop is free, or after a time", async () => {
    const loop = await site.create("POST /sensors", samples.loop());
    const gate = await newGate({ loopId: loop.id });
    const other = await newGate();
    await site.read(gate, "GONE1");
    await site.read(other, "GONE1");
    await site.read(gate, "GONE2");
    const unread = await stationOf(gate.gateId);
    expect(platesOf(unread.waiting)).toEqual(["GONE2"]);
    expect(unread.earlier).toMatchObject([{ closing: "left" }]);
    const loops = createLoopStateRecorder(server.services);
    const report = (isOccupied: boolean) => loops.save(new Map([[loop.id, isOccupied]]));
    await report(true);
    expect(await stationOf(gate.gateId)).toMatchObject({ loop: "vehicle", waiting: [{ closing: null }] });
    server.clock.advance(1_000);
    await report(false);
    const left = await stationOf(gate.gateId);
    expect(left).toMatchObject({ loop: "free", waiting: [], left: [{ away: "loop" }], earlier: [{ closing: "left" }] });
    await report(true);
    expect(await stationOf(gate.gateId)).toMatchObject({ loop: "vehicle", waiting: [], left: [{ away: "loop" }] });
    await db.deleteFrom("loop_states").execute();
    await site.configure("stationCardMinutes", 1);
    server.clock.advance(61_000);
    const late = await stationOf(gate.gateId);
    expect(late).toMatchObject({ loop: "unknown", waiting: [] });
    // The second one was read by no other gate, and nothing is known about the loop any more.
    expect(late.earlier).toMatchObject([{ closing: "timed-out" }, { closing: "left" }]);
    await site.read(other, "GONE2");
    expect((await stationOf(gate.gateId)).earlier).toMatchObject([{ closing: "timed-out" }, { closing: "left" }]);
    await site.configure("stationCardMinutes", 10);
  });

  it("OPS-3 a new leader that reads a free loop again closes no card", async () => {
    const loop = await site.create("POST /sensors", samples.loop());
    const gate = await newGate({ loopId: loop.id });
    const isFree = new Map([[loop.id, false]]);
    await createLoopStateRecorder(server.services).save(isFree);
    await site.read(gate, "STAYS1");
    server.clock.advance(1_000);
    await createLoopStateRecorder(server.services).save(isFree);
    expect(platesOf((await stationOf(gate.gateId)).waiting)).toEqual(["STAYS1"]);
    await db.deleteFrom("loop_states").execute();
  });

  it("OPS-5 a loop that pushes its pulses has no state", async () => {
    const pushing = { ip: "127.10.0.6", port: 5084, channel: 1, drv: "push", gtp: "N" };
    const loop = await site.create("POST /sensors", samples.loop({ additionalInfo: pushing }));
    const gate = await newGate({ loopId: loop.id });
    expect(await stationOf(gate.gateId)).toMatchObject({ loop: null });
  });
});

describe("a card", () => {
  it("OPS-3 OPS-6 has the probable vehicle of a misread plate, and its details once the plate is corrected", async () => {
    const gate = await newGate();
    const { id: groupId } = await site.add("groups", { name: "Tower B" });
    const registered = await site.register("KA 05 MN 8080", [groupId]);
    await db.updateTable("identifiers").set({ ownerName: "Asha Rao" }).where("id", "=", registered).execute();
    const { id } = await site.read(gate, "KA05MN808O");
    const before = await stationOf(gate.gateId);
    expect(before.waiting).toMatchObject([
      { vehicle: null, candidates: [{ lp: "KA 05 MN 8080", isGranted: true, owner: "Asha Rao" }] },
    ]);
    const corrected = await act("correct", id, { plate: "KA 05 MN 8080", reason: "Misread", remember: false });
    expect([corrected.status, corrected.body]).toMatchObject([201, { lp: "KA 05 MN 8080", reason: "Misread" }]);
    const after = await stationOf(gate.gateId);
    expect(after.waiting).toMatchObject([
      {
        event: { lp: "KA05MN808O", lpRaw: "KA05MN808O" },
        correction: { lp: "KA 05 MN 8080", by: guard.username },
        candidates: [],
        vehicle: { kind: "identifier", name: "Asha Rao", groups: ["Tower B"] },
      },
    ]);
    const stored = await db
      .selectFrom("event_corrections")
      .select(["readNormalized", "isRemembered"])
      .where("eventId", "=", id)
      .execute();
    expect(stored).toEqual([{ readNormalized: "KA05MN808O", isRemembered: false }]);
  });

  it("OPS-3 has at most three probable vehicles", async () => {
    const gate = await newGate();
    const lookAlikes = ["TN 80 BS 0001", "TN 8O BS 0001", "TN 80 8S 0001", "TN 80 B5 0001", "TN 80 BS O001"];
    for (const plate of lookAlikes.slice(1)) await site.register(plate);
    await site.read(gate, "TN80BS0001");
    const [card] = (await stationOf(gate.gateId)).waiting;
    expect(card?.candidates).toHaveLength(3);
    expect(lookAlikes.slice(1)).toEqual(expect.arrayContaining(card?.candidates.map(({ lp }) => lp) ?? []));
  });

  it("OPS-6 a correction that is not remembered teaches the camera nothing", async () => {
    const gate = await newGate();
    await site.register("KA 01 AB 1234");
    const learn = async (remember: boolean) => {
      for (const [misread, actual] of [
        ["MH128Y9999", "MH12BY9999"],
        ["GJ15P87777", "GJ15PB7777"],
      ] as const)
        await act("correct", (await site.read(gate, misread)).id, { plate: actual, remember });
      server.clock.advance(15_000);
    };
    const candidates = async () => {
      await site.read(gate, "KA01A81234");
      return (await stationOf(gate.gateId)).waiting.at(-1)?.candidates;
    };
    await learn(false);
    expect(await candidates()).toMatchObject([{ lp: "KA 01 AB 1234", isLearned: false }]);
    await learn(true);
    expect(await candidates()).toMatchObject([{ lp: "KA 01 AB 1234", isLearned: true }]);
  });

  it("OPS-3 has the host of a visitor and their phone, which the station offers for later calls", async () => {
    const gate = await newGate();
    await site.configure("stationContacts", "Reception +49 30 1234, Tower B 402");
    const soon = (ms: number) => new Date(server.clock.now().getTime() + ms).toISOString();
    const pass = {
      name: "Ravi",
      host: "Meera",
      hostPhone: "+91 80 5555",
      validFrom: soon(-2_000),
      validTo: soon(-1_000),
    };
    await site.add("passes", { lp: "PHONE 1", ...pass });
    await site.read(gate, "PHONE1");
    expect(await stationOf(gate.gateId)).toMatchObject({
      waiting: [{ vehicle: { kind: "pass", name: "Ravi", host: "Meera", phone: "+91 80 5555" } }],
      contacts: [
        { name: "Reception", phone: "+49 30 1234" },
        { name: "Tower B", phone: "402" },
        { name: "Meera", phone: "+91 80 5555" },
      ],
    });
    const limited = await people.signIn({ role: "guard", gateIds: [gate.gateId] });
    const other = await newGate();
    await site.add("passes", { lp: "X2", ...pass, host: "Elsewhere", hostPhone: "77", gateIds: [other.gateId] });
    const names = async (token: string) => (await stationOf(gate.gateId, token)).contacts.map(({ name }) => name);
    expect(await names(guard.token)).toContain("Elsewhere");
    expect(await names(limited.token)).toEqual(["Reception", "Tower B", "Meera"]);
    const wrong = await server.call("POST /access/passes", { body: { ...pass, lp: "X1", hostPhone: "later" } });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: "hostPhone" }] } });
  });
});

describe("a shift", () => {
  /** An open alert, and one that the guard shelved. */
  async function raiseAlerts(): Promise<void> {
    const now = server.clock.now();
    const cause = { scope: "ac", description: "", additionalInfo: {} } as const;
    await db.deleteFrom("alerts").execute();
    await db.transaction().execute(async (tx) => {
      await raiseAlert(tx, { ...cause, type: "AC_WATCH_LIST", subject: "plate", title: "Watched plate" }, now);
      await raiseAlert(
        tx,
        { ...cause, type: "AC_TICKET_VENDING_FAILED", subject: "machine", title: "Machine empty" },
        now,
      );
    });
    const { id } = await db
      .selectFrom("alerts")
      .select("id")
      .where("title", "=", "Machine empty")
      .executeTakeFirstOrThrow();
    const shelf = { minutes: 60, reason: "Repair is booked" };
    const shelved = await server.call("POST /alerts/{id}/shelve", { params: { id }, body: shelf }, guard.token);
    expect(shelved.status).toBe(200);
  }

  it("OPS-9 is handed over with waiting vehicles, alerts, overrides and notes, and the next person acknowledges it", async () => {
    const gate = await newGate();
    const next = await people.signIn({ role: "guard" });
    const { id } = await site.read(gate, "SHIFT 1");
    const note = (text: string, token = guard.token) =>
      server.call(
        "POST /station/{gateId}/notes",
        { params: { gateId: gate.gateId }, body: { text, eventId: id } },
        token,
      );
    expect((await note(" ")).status).toBe(400);
    expect((await note("Waits for a callback")).status).toBe(201);
    await site.add("overrides", {
      kind: "hold-open",
      gateId: gate.gateId,
      until: "2999-01-01T00:00:00Z",
      reason: "Move",
    });
    await raiseAlerts();
    const params = { gateId: gate.gateId };
    const shown = await server.call<Handover>("GET /station/{gateId}/handover", { params }, next.token);
    expect(shown.body).toMatchObject({
      from: null,
      cards: [{ eventId: id, read: "SHIFT1", handledBy: null }],
      alerts: [{ title: "Watched plate", isAcknowledged: false }],
      shelvedAlerts: [{ title: "Machine empty", by: guard.username, reason: "Repair is booked" }],
      overrides: [{ kind: "hold-open", reason: "Move" }],
      notes: [{ text: "Waits for a callback", by: guard.username, eventId: id }],
    });
    const taken = await server.call("POST /station/{gateId}/handover", { params }, next.token);
    expect([taken.status, taken.body]).toMatchObject([201, { by: next.username }]);
    const after = await stationOf(gate.gateId);
    expect(after).toMatchObject({ onDuty: { by: next.username }, notes: [] });
    expect(await server.call("GET /station/{gateId}/handover", { params }, guard.token)).toMatchObject({
      body: { from: next.username, notes: [] },
    });
    const audited = await db
      .selectFrom("audit_log")
      .select(["username", "after"])
      .where("tableName", "=", "station_handovers")
      .executeTakeFirstOrThrow();
    expect(audited).toMatchObject({
      username: next.username,
      after: {
        summary: {
          notes: [{ text: "Waits for a callback" }],
          cards: [{ eventId: id }],
          shelvedAlerts: [{ reason: "Repair is booked" }],
        },
      },
    });
    await server.call("POST /station/{gateId}/handover", { params }, guard.token);
    const { name } = after.gate;
    const trail = await server.call<{ data: { summary: string }[] }>("GET /audit", {
      query: { entity: "station_handovers" },
    });
    expect(trail.body.data.map(({ summary }) => summary)).toEqual([
      `Took over ${name} from ${next.username}`,
      `Took over ${name}`,
    ]);
  });

  it("OPS-9 ROLE-3 hands over the alerts of a person's gates, however many newer ones others have", async () => {
    const [own, other] = [await newGate(), await newGate()];
    const limited = await people.signIn({ role: "guard", gateIds: [own.gateId] });
    const now = server.clock.now();
    await sql`insert into alerts (type, scope, subject, title, description, "additionalInfo", "createdAt", "lastSeenAt")
      select 'AC_WATCH_LIST', 'ac', 'crowd ' || n, case n when 0 then 'Own' else 'Other' end, '',
        jsonb_build_object('gateId', case n when 0 then ${own.gateId}::integer else ${other.gateId}::integer end),
        ${now}::timestamptz + n * interval '1 ms', ${now} from generate_series(0, 1000) n`.execute(db);
    const params = { gateId: own.gateId };
    const { body } = await server.call<Handover>("GET /station/{gateId}/handover", { params }, limited.token);
    expect(body.alerts).toMatchObject([{ title: "Own" }]);
  });
});
