import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { vehicleTypes } from "@gatehouse/contract/fields/vehicle-type";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fakeRelay } from "../../gate/hardware/fake-relay.ts";
import { samples } from "../../gate/site/samples.ts";
import { engineSite } from "./ingest-site.ts";

type TagEvent = Extract<SiteEvent, { module: "RFID_ACCESS_CONTROL" }>;

const site = await engineSite();
const relay = await fakeRelay();
afterAll(() => relay.close());
let reader: Awaited<ReturnType<typeof site.reader>>;
let tags = 0;

beforeAll(async () => {
  reader = await site.reader();
  const { id: boomBarrierId } = await site.barrier(relay.port);
  await site.create("POST /gates", samples.gate({ sensorId: reader.id, boomBarrierId }));
});

async function registerTag(vehicleType: string): Promise<string> {
  tags += 1;
  const iid = `E2007700${tags}`;
  await site.create("POST /ac/ids", { type: "RFID", iid, lp: `TYPE ${tags}`, vehicleType });
  await site.settle();
  return iid;
}

async function pushTag(tag: string): Promise<TagEvent | undefined> {
  await site.push(reader, { type: "tag", id: tag, tag }, `/api/ingest/sensor-${reader.id}`);
  const [event] = await site.events<TagEvent>("rfid-ac", { search: tag });
  return event;
}

/** Registers a tag of this vehicle type and reads it at the gate. */
const readTag = async (vehicleType: string) => pushTag(await registerTag(vehicleType));

const select = (selected: readonly string[]) =>
  site.server.call("PUT /configs/rfid-ac/vehicle-types", { body: { vehicleTypes: selected } });

describe("the selected vehicle types of RFID access control", () => {
  it("LIVE-5 admit every tag until some are deselected", async () => {
    expect(await readTag("Forklift")).toMatchObject({ status: "PROCESSED", isGranted: true });
  });

  it("LIVE-5 deny the tag of another type with that reason, and open nothing", async () => {
    await select(["CAR", "2W"]);
    const denied = await readTag("TRUCK");
    expect(denied).toMatchObject({
      status: "RECEIVED",
      isGranted: false,
      reason: "Vehicle type Truck is not allowed for tags",
    });
    expect((await site.why("rfid-ac", denied?.id ?? 0)).commands).toEqual([]);
    const granted = await readTag("CAR");
    expect(granted).toMatchObject({ status: "PROCESSED", isGranted: true });
    expect((await site.why("rfid-ac", granted?.id ?? 0)).commands).toMatchObject([{ kind: "open" }]);
  });

  it.each([
    ["none is selected", []],
    ["all are selected", vehicleTypes],
  ])("LIVE-5 admit every tag again once %s", async (_title, selected) => {
    await select(["CAR"]);
    expect(await readTag("TRUCK")).toMatchObject({ isGranted: false });
    await select(selected);
    expect(await readTag("TRUCK")).toMatchObject({ isGranted: true });
  });

  it("LIVE-5 apply at once if another process changed them", async () => {
    await select([]);
    const tag = await registerTag("TRUCK");
    expect(await readTag("TRUCK")).toMatchObject({ isGranted: true });
    await site.db
      .updateTable("code_selections")
      .set({ codes: ["CAR"] })
      .execute();
    await site.settle();
    expect(await pushTag(tag)).toMatchObject({ isGranted: false });
  });
});
