import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { describe, expect, it } from "vitest";
import { signForTest } from "../../gate/hardware/fake-sign.ts";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { samples } from "../../gate/site/samples.ts";
import { engineSite } from "./ingest-site.ts";

type PlateEvent = Extract<SiteEvent, { module: "ANPR_ACCESS_CONTROL" }>;

const site = await engineSite();
let cars = 0;

/** A gate with a bidirectional AXIS camera. */
async function axisGate(over: Record<string, unknown> = {}) {
  const relay = await relayForTest();
  const serial = `ACCC8E${String(++cars).padStart(6, "0")}`;
  const camera = { name: `Camera ${serial}`, anprCameraId: serial, isBidirectional: true };
  const gate = await site.plateGate(relay.port, over, camera);
  const report = (carState: string, plateText: string, fields: Record<string, unknown> = {}) => ({
    packetCounter: String(++cars),
    capture_timestamp: String(site.server.clock.now().getTime()),
    plateText,
    plateConfidence: "0.81",
    carState,
    carID: "17",
    carMoveDirection: "unknown",
    camera_info: { SerialNumber: serial },
    ...fields,
  });
  const push = async (value: unknown) => {
    site.server.clock.advance(400);
    expect((await site.push(gate, value)).statusCode).toBe(200);
  };
  return { gate, report, push };
}

const rowsOf = (deviceId: number) =>
  site.db.selectFrom("events").selectAll().where("deviceId", "=", deviceId).orderBy("id").execute();
const reportsOf = async (eventId: number | undefined) =>
  (
    await site.db
      .selectFrom("event_reports")
      .select("message")
      .where("eventId", "=", eventId ?? 0)
      .execute()
  ).map(({ message }) => JSON.parse(message) as { carState: string });
async function opensOf(deviceId: number): Promise<number> {
  const ids = (await rowsOf(deviceId)).map(({ id }) => id);
  const commands = await site.db.selectFrom("commands").select("eventId").where("kind", "=", "open").execute();
  return commands.filter(({ eventId }) => ids.includes(eventId ?? 0)).length;
}

describe("a vehicle that its camera reports several times", () => {
  it("FEED-1 the direction of an update is stored with the event of the first report, whose messages are kept", async () => {
    const { gate, report, push } = await axisGate();
    await push(report("new", "UPD1"));
    expect(await rowsOf(gate.id)).toMatchObject([{ direction: "N", confidence: 0.81 }]);
    await push(report("update", "UPD1", { carMoveDirection: "out", plateConfidence: "93.5" }));
    const rows = await rowsOf(gate.id);
    expect(rows).toMatchObject([{ direction: "X", confidence: 0.935, plateNormalized: "UPD1", isGranted: false }]);
    expect((await reportsOf(rows[0]?.id)).map(({ carState }) => carState)).toEqual(["new", "update"]);
    const [listed] = await site.events<PlateEvent>("ac", { search: "UPD1" });
    expect(listed).toMatchObject({ direction: "X" });
    const { trace } = await site.why("ac", rows[0]?.id ?? 0);
    expect(JSON.stringify(trace)).toContain("The camera corrected the direction from entry to exit");
  });

  it("FEED-1 an update after the gate was opened corrects the event and commands nothing", async () => {
    const { gate, report, push } = await axisGate();
    await site.plate("UPD2");
    await push(report("new", "UPD2"));
    expect(await opensOf(gate.id)).toBe(1);
    await push(report("update", "UPD2", { carMoveDirection: "out" }));
    await push(report("update", "UPD2B", { carMoveDirection: "out" }));
    expect(await rowsOf(gate.id)).toMatchObject([{ direction: "X", lp: "UPD2B", isGranted: true }]);
    expect(await opensOf(gate.id)).toBe(1);
  });

  it("FEED-1 a plate that is corrected before anything was commanded is decided again, as the same event", async () => {
    const { gate, report, push } = await axisGate();
    await site.plate("UPD3");
    await push(report("new", "UPO3"));
    expect(await rowsOf(gate.id)).toMatchObject([{ isGranted: false }]);
    await push(report("update", "UPD3"));
    expect(await rowsOf(gate.id)).toMatchObject([{ lp: "UPD3", isGranted: true, status: "PROCESSED" }]);
    expect(await opensOf(gate.id)).toBe(1);
    await push(report("update", "UPD3", { carMoveDirection: "in" }));
    expect([(await rowsOf(gate.id)).length, await opensOf(gate.id)]).toEqual([1, 1]);
  });

  it("FEED-1 a vehicle that was let in under another plate does not open the gate again with its corrected one", async () => {
    const { gate, report, push } = await axisGate();
    for (const plate of ["UPD4", "UPD4B"]) await site.plate(plate);
    await push(report("new", "UPD4"));
    await push(report("update", "UPD4B"));
    await push(report("new", "UPD4B", { carID: "18" }));
    expect(await opensOf(gate.id)).toBe(1);
  });

  it("FEED-1 after a denial was shown, a corrected plate is an event of its own and may open the gate", async () => {
    const sign = await signForTest();
    const info = { ip: "127.0.0.1", port: sign.port, tmr: 1 };
    const { id } = await site.create("POST /displays/grid", samples.grid({}, info));
    const { gate, report, push } = await axisGate({ displayIds: [id] });
    await site.plate("UPD5");
    await push(report("new", "UPO5"));
    await push(report("update", "UPD5"));
    expect(await rowsOf(gate.id)).toMatchObject([
      { lp: "UPO5", isGranted: false },
      { lp: "UPD5", isGranted: true },
    ]);
    expect(await opensOf(gate.id)).toBe(1);
  });

  it("FEED-1 the report of a lost car corrects the event and never decides it", async () => {
    const { gate, report, push } = await axisGate();
    await site.plate("UPD6");
    await push(report("new", "UPO6"));
    await push(report("lost", "UPD6", { carMoveDirection: "out" }));
    expect(await rowsOf(gate.id)).toMatchObject([{ lp: "UPD6", direction: "X", isGranted: false }]);
    expect(await opensOf(gate.id)).toBe(0);
  });

  it("FEED-1 the reports of one push are applied one after the other", async () => {
    const { gate, report, push } = await axisGate();
    await push([report("new", "UPD7"), report("update", "UPD7", { carMoveDirection: "out" })]);
    const rows = await rowsOf(gate.id);
    expect(rows).toMatchObject([{ direction: "X" }]);
    expect(await reportsOf(rows[0]?.id)).toHaveLength(2);
  });

  it("FEED-1 a first report with the same number is another car, and an update belongs to the latest one", async () => {
    const { gate, report, push } = await axisGate();
    await push(report("new", "UPD8"));
    await push(report("new", "UPD9"));
    await push(report("update", "UPD9", { carMoveDirection: "out" }));
    expect(await rowsOf(gate.id)).toMatchObject([
      { lp: "UPD8", direction: "N" },
      { lp: "UPD9", direction: "X" },
    ]);
  });

  it("FEED-1 a repeated update is kept once and changes nothing", async () => {
    const { gate, report, push } = await axisGate();
    const update = report("update", "UPD10", { carMoveDirection: "out" });
    for (const message of [report("new", "UPD10"), update, update]) await push(message);
    const [row] = await rowsOf(gate.id);
    expect(await reportsOf(row?.id)).toHaveLength(2);
  });

  it("FEED-1 a late update opens nothing", async () => {
    const { gate, report, push } = await axisGate();
    await site.plate("UPD11");
    await push(report("new", "UPO11"));
    const old = report("update", "UPD11");
    site.server.clock.advance(60_000);
    await push(old);
    expect(await rowsOf(gate.id)).toMatchObject([{ lp: "UPD11", isGranted: false }]);
    expect(await opensOf(gate.id)).toBe(0);
  });

  it("FEED-1 an update of a granted read without commands keeps its single-use reservation", async () => {
    const { gate, report, push } = await axisGate({ boomBarrierId: null });
    const { id } = await site.reservation("UPD12");
    await push(report("new", "UPD12"));
    await push(report("update", "UPD12", { carMoveDirection: "out" }));
    await push(report("update", "UPD12", { carMoveDirection: "in" }));
    const [row] = await rowsOf(gate.id);
    expect(row).toMatchObject({ direction: "N", isGranted: true, reservationId: id });
    const uses = await site.db.selectFrom("reservation_uses").selectAll().where("reservationId", "=", id).execute();
    expect(uses).toMatchObject([{ direction: "N", eventId: row?.id }]);
  });
});

describe("a plate without a time", () => {
  const alert = (plate: string) => ({ eventType: "ANPR", channelID: 1, ANPR: { licensePlate: plate } });
  async function hikvisionGate(opensWithoutTime: boolean) {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port, {}, { name: `Hik ${++cars}`, anprCameraId: "1" });
    const { body } = await site.server.call<{ opensWithoutTime: boolean }>("GET /ai-devices/{id}/ingest", {
      params: { id: gate.id },
    });
    expect(body.opensWithoutTime).toBe(false);
    await site.server.call("PUT /ai-devices/{id}/ingest", { params: { id: gate.id }, body: { opensWithoutTime } });
    await site.settle();
    return gate;
  }

  it("FEED-1 is stored as received now and opens nothing by default", async () => {
    const gate = await hikvisionGate(false);
    await site.plate("NOTIME1");
    expect((await site.push(gate, alert("NOTIME1"))).statusCode).toBe(200);
    const [row] = await rowsOf(gate.id);
    expect(row).toMatchObject({ isGranted: null, timing: "live", reason: expect.stringContaining("has no time") });
    expect(row?.occurredAt).toEqual(row?.receivedAt);
    expect(await opensOf(gate.id)).toBe(0);
  });

  it("FEED-1 opens once where its device allows it, and is one event within the passage time", async () => {
    const gate = await hikvisionGate(true);
    await site.plate("NOTIME2");
    for (const waitMs of [0, 4_000, 5_000]) {
      site.server.clock.advance(waitMs);
      await site.push(gate, alert("NOTIME2"));
    }
    expect([(await rowsOf(gate.id)).length, await opensOf(gate.id)]).toEqual([1, 1]);
    site.server.clock.advance(11_000);
    await site.push(gate, alert("NOTIME2"));
    expect([(await rowsOf(gate.id)).length, await opensOf(gate.id)]).toEqual([2, 2]);
  });

  it("FEED-1 the setting is not offered for sensors, and changing it is audited", async () => {
    const reader = await site.reader("Reader without time");
    const settings = await site.server.call("GET /sensors/{id}/ingest", { params: { id: reader.id } });
    expect(settings.body).toMatchObject({ opensWithoutTime: null });
    const response = await site.server.call("PUT /sensors/{id}/ingest", {
      params: { id: reader.id },
      body: { isByAddress: false, opensWithoutTime: true },
    });
    expect(response.status).toBe(400);
    const gate = await hikvisionGate(true);
    const audit = await site.db.selectFrom("audit_log").selectAll().where("tableName", "=", "ingest_tokens").execute();
    expect(JSON.stringify(audit.filter((entry) => JSON.stringify(entry).includes(String(gate.id))))).toContain(
      "opensWithoutTime",
    );
  });
});
