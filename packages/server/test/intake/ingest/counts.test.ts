import { describe, expect, it } from "vitest";
import { signForTest } from "../../gate/hardware/fake-sign.ts";
import { samples } from "../../gate/site/samples.ts";
import { engineSite } from "./ingest-site.ts";

const site = await engineSite();

const { slotCamera, slotsEvent } = site;

describe("counting", () => {
  it("ENG-3 VAR-8 a counted vehicle changes its camera's variable and the variables computed from it, each once", async () => {
    const sender = await site.device("CAMERA_COUNTING");
    await site.camera(sender.id, "CAMERA_COUNTING", { name: "Ramp", anprCameraId: "1" });
    await site.settle();
    const { body } = await site.server.call<{ id: number; name: string }[]>("GET /variables", {
      query: { scope: "cc" },
    });
    const entry = body.find(({ name }) => name === "Ramp 4w Entry")?.id;
    const equation = [{ type: "variable", id: entry }];
    await site.create("POST /variables", {
      type: "dynamic",
      name: "Inside",
      scope: "cc",
      publish: false,
      value: equation,
      examples: [],
    });
    const event = { type: "count", id: "c1", direction: "entry", vehicleClass: "4w", count: 3 };
    await Promise.all([site.push(sender, event), site.push(sender, event), site.push(sender, event)]);
    await site.push(sender, { type: "count", id: "c2", direction: "exit", vehicleClass: "2w", count: 1 });
    expect(await site.values("cc")).toMatchObject({
      "Ramp 4w Entry": 3,
      Inside: 3,
      "Ramp 2w Exit": 1,
      "Ramp 4w Exit": 0,
    });
    const events = await site.events("cc");
    expect(events).toMatchObject([
      { count: 1, direction: "X", source: { name: "Ramp", uid: "1" } },
      { count: 3, direction: "N", status: "PROCESSED" },
    ]);
    const movements = await site.db.selectFrom("movements").select("eventId").where("kind", "=", "event").execute();
    expect(movements.map(({ eventId }) => eventId).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
  });

  it("ENG-3 slots take the reported state once, and older reports change nothing", async () => {
    const sender = await slotCamera("Deck", ["A1", "A2"]);
    const now = site.server.clock.now().getTime();
    await Promise.all(
      ["s1", "s2", "s3"].map((id) => site.push(sender, slotsEvent(id, { A1: "occupied", A2: "free" }))),
    );
    await site.push(sender, slotsEvent("s4", { A1: "free" }, new Date(now - 3_600_000).toISOString()));
    expect(await site.values("epld")).toMatchObject({ "Deck A1": 0, "Deck A2": 1 });
    await site.push(sender, slotsEvent("s5", { A1: "free" }));
    expect(await site.values("epld")).toMatchObject({ "Deck A1": 1, "Deck A2": 1 });
    const [latest] = await site.events("epld");
    expect(latest).toMatchObject({ occupancyInfo: [{ spaceId: "A1", classification: "free" }] });
  });

  it("ALERT-6 a slot sensor that reports an error raises an alert and keeps its last state", async () => {
    const sender = await slotCamera("Roof", ["R1"]);
    await site.push(sender, slotsEvent("e1", { R1: "error" }));
    await site.push(sender, slotsEvent("e2", { R1: "error" }));
    expect(await site.alerts("epld")).toMatchObject([{ type: "EPLD_PZQUBE_SLOT_ERROR", count: 2 }]);
    expect(await site.values("epld")).toMatchObject({ "Roof R1": 1 });
  });

  it("ENG-3 a pulse of a loop counts one vehicle", async () => {
    const { id } = await site.create("POST /sensors", samples.loop({ name: "Loop 9" }));
    const { body } = await site.server.call<{ secret: string }>("GET /sensors/{id}/ingest", { params: { id } });
    await site.settle();
    const pulse = (event: string) =>
      site.push({ id, secret: body.secret }, { type: "loop", id: event }, `/api/ingest/sensor-${id}`);
    await Promise.all([pulse("p1"), pulse("p2"), pulse("p1")]);
    expect((await site.values("loop"))["Loop 9 Entry"]).toBe(2);
    expect(await site.events("loop")).toMatchObject([
      { detectorId: id, detectorName: "Loop 9", gateType: "N" },
      { detectorId: id },
    ]);
  });

  it("ENG-2 a speed above the limit of its lane is an overspeed event and is shown on the display", async () => {
    const sign = await signForTest();
    await site.create(
      "POST /displays/grid",
      samples.grid({ scope: "osd" }, { ip: "127.0.0.1", port: sign.port, chars: 20, rows: 2, tmr: 1, idl: ["DRIVE"] }),
    );
    const { id: laneId } = await site.create("POST /lanes", samples.lane({ speedLimit2w: 30, speedLimit4w: 50 }));
    const sender = await site.device("OSD");
    await site.camera(sender.id, "OSD", { name: "Fast lane", laneId });
    await site.settle();
    await sign.until("DRIVE|");
    const speeding = (plate: string, speed: number, vehicleClass: string) =>
      site.push(sender, site.plateEvent(plate, { speed, vehicleClass }));
    await speeding("FAST1", 61.5, "4w");
    await sign.until("FAST1|62 KMPH LIMIT 50");
    await speeding("SLOW1", 50, "4w");
    await speeding("BIKE1", 45, "2w");
    expect(await site.events("osd", { status: "PROCESSED" })).toMatchObject([
      { lp: "BIKE1", speed: 45, speedLimit: 30 },
      { lp: "FAST1", speed: 61.5, speedLimit: 50 },
    ]);
    expect(await site.events("osd", { status: "RECEIVED" })).toMatchObject([{ lp: "SLOW1", speedLimit: 50 }]);
    await sign.until("DRIVE|");
  });

  it("DISP-5 the rows of a sign follow its variables and are written only when they change", async () => {
    const sign = await signForTest();
    const sender = await slotCamera("Yard", ["Y1"]);
    const { body } = await site.server.call<{ id: number; name: string }[]>("GET /variables", {
      query: { scope: "epld" },
    });
    const variableId = body.find(({ name }) => name === "Yard Y1")?.id;
    await site.create(
      "POST /displays/grid",
      samples.grid(
        { scope: "epld" },
        { ip: "127.0.0.1", port: sign.port, chars: 8, rows: 1, variables: [{ variableId, label: "FREE" }] },
      ),
    );
    await sign.until("FREE   1");
    await site.push(sender, slotsEvent("y1", { Y1: "occupied" }));
    await sign.until("FREE   0");
    expect(sign.shown).toEqual(["FREE   1", "FREE   0"]);
  });
});
