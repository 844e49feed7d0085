import { describe, expect, it } from "vitest";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { accessSite, passageMs } from "./access-site.ts";

const site = await accessSite();
const { server } = site;

const soon = (ms: number) => new Date(server.clock.now().getTime() + ms).toISOString();
const pass = (over: Record<string, unknown>) =>
  site.add("passes", { name: "Visitor", validFrom: soon(-60_000), validTo: soon(86_400_000), ...over });
const used = async (id: number) => (await site.list("passes")).find((row) => row.id === id)?.used;
const grantsOf = async (search: string) =>
  (await site.events<{ isGranted: boolean }>("ac", { search })).map(({ isGranted }) => isGranted).sort();

describe("uses", () => {
  it("PASS-2 plate and tag of a pass at one gate are one passage and one use", async () => {
    const reader = await site.reader("Pass reader");
    const gate = await site.gate({ name: "Pass lane", sensorId: reader.id });
    const { id } = await pass({ lp: "PT 1", rfid: "E200FA01", uses: 2 });
    expect(await site.read(gate, "PT1")).toMatchObject({ isGranted: true, reasonCode: "allow.pass" });
    expect(await site.readTag(reader, "E200FA01")).toMatchObject({ isGranted: true, reasonCode: "allow.repeated" });
    await site.confirm();
    expect(await used(id)).toBe(1);
    expect(await site.readTag(reader, "E200FA01")).toMatchObject({ isGranted: true, reasonCode: "allow.pass" });
    expect(await site.read(gate, "PT1")).toMatchObject({ isGranted: true });
    await site.confirm();
    expect(await used(id)).toBe(2);
    expect(await site.readTag(reader, "E200FA01")).toMatchObject({
      isGranted: false,
      reasonCode: "deny.no-uses",
      nearestFix: "Allow Visitor another use",
    });
  });

  it("PASS-2 a reader without a gate uses a pass up too, once for repeated reads", async () => {
    const relay = await relayForTest();
    const { id: actuatorId } = await site.barrier(relay.port, 1, "Boom of the yard");
    const reader = await site.reader("Yard reader");
    await server.call("PATCH /sensors/{id}", { params: { id: reader.id }, body: { actuatorId } });
    await site.settle();
    const { id } = await pass({ lp: "YARD 1", rfid: "E200FA02", uses: 1 });
    expect(await site.readTag(reader, "E200FA02")).toMatchObject({ isGranted: true, reasonCode: "allow.pass" });
    expect(await site.readTag(reader, "E200FA02")).toMatchObject({ isGranted: true, reasonCode: "allow.repeated" });
    expect(await used(id)).toBe(1);
    server.clock.advance(passageMs);
    expect(await site.readTag(reader, "E200FA02")).toMatchObject({ isGranted: false, reasonCode: "deny.no-uses" });
    expect(await used(id)).toBe(1);
  });

  it("PASS-2 a read in the next lane does not confirm a passage, a read at the exit does", async () => {
    const [one, other] = [await site.gate({ name: "Lane one" }), await site.gate({ name: "Lane two" })];
    const exit = await site.gate({ name: "Lane out", type: "X" });
    const { id } = await pass({ lp: "LANE 1", uses: 1 });
    expect((await site.read(one, "LANE1")).isGranted).toBe(true);
    expect((await site.read(other, "LANE1")).reasonCode).toBe("deny.no-uses");
    expect(await used(id)).toBe(0);
    expect((await site.read(exit, "LANE1")).isGranted).toBe(true);
    expect(await used(id)).toBe(1);
  });

  it("PASS-2 a single-use reservation is used once although several gates read it at the same moment", async () => {
    const gates = await Promise.all([1, 2, 3, 4].map((number) => site.gate({ name: `Booked ${number}` })));
    for (const round of [1, 2, 3]) {
      const { id } = await site.reservation(`BOOK ${round}`);
      await Promise.all(gates.map((gate) => site.push(gate, site.plateEvent(`BOOK${round}`))));
      expect(await grantsOf(`BOOK${round}`)).toEqual([false, false, false, true]);
      await site.confirm();
      const uses = await site.db
        .selectFrom("reservation_uses")
        .select("direction")
        .where("reservationId", "=", id)
        .execute();
      expect(uses).toEqual([{ direction: "N" }]);
    }
  });

  it("PASS-1 an expired pass lets its visitor out, and says so", async () => {
    const exit = await site.gate({ name: "Late exit", type: "X" });
    await pass({ lp: "LATE 1", validFrom: soon(-7_200_000), validTo: soon(-3_600_000) });
    expect(await site.read(exit, "LATE1")).toMatchObject({
      isGranted: true,
      reasonCode: "allow.exit",
      reason: expect.stringMatching(/^Let out: Pass expired on /),
    });
  });
});

describe("a passage that the camera corrects before it is confirmed", () => {
  it("RULE-4 changes the presence of the corrected plate in the corrected direction", async () => {
    const { id: areaId } = await site.add("areas", { name: "Corrected deck" });
    const camera = { name: "Corrected camera", anprCameraId: "ACCC8E990001", isBidirectional: true };
    const gate = await site.plateGate((await relayForTest()).port, { name: "Corrected", toAreaId: areaId }, camera);
    let packets = 0;
    const report = async (carState: string, plateText: string, carMoveDirection: string) => {
      server.clock.advance(400);
      const response = await site.push(gate, {
        packetCounter: String(++packets),
        capture_timestamp: String(server.clock.now().getTime()),
        plateText,
        plateConfidence: "0.81",
        carState,
        carID: "17",
        carMoveDirection,
        camera_info: { SerialNumber: "ACCC8E990001" },
      });
      expect(response.statusCode).toBe(200);
    };
    for (const plate of ["FIX 1", "FIX 2"]) await site.register(plate);
    await report("new", "FIX1", "unknown");
    await report("update", "FIX2", "unknown");
    await site.confirm();
    const inside = async () => (await site.list("presence")).map(({ vehicle }) => vehicle);
    expect(await inside()).toEqual(["FIX2"]);
    server.clock.advance(passageMs);
    await report("new", "FIX2", "unknown");
    await report("update", "FIX2", "out");
    await site.confirm();
    expect(await inside()).toEqual([]);
  });
});
