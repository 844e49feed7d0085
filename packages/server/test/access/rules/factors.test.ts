import { describe, expect, it } from "vitest";
import { accessSite, passageMs } from "./access-site.ts";

const site = await accessSite();
const { server } = site;

let vehicles = 0;

/** A gate with a camera and a reader, and a group of its own. */
async function lane(name: string) {
  const reader = await site.reader(`${name} reader`);
  const camera = await site.gate({ name, sensorId: reader.id });
  const { id: groupId } = await site.add("groups", { name: `${name} people` });
  return { reader, camera, groupId };
}

/** A vehicle with the identifiers that are registered, each with its groups. */
async function vehicle({ plate, tag }: { plate?: number[]; tag?: number[] }) {
  const lp = `FAC${++vehicles}`;
  const iid = `E200F${String(vehicles).padStart(4, "0")}`;
  if (plate) await site.register(lp, plate);
  const tagId = tag && (await site.tag(iid, lp)).id;
  for (const groupId of tag ?? [])
    await site.db
      .insertInto("identifier_groups")
      .values({ identifierId: tagId ?? 0, groupId })
      .execute();
  return { lp, tag: iid, tagId: tagId ?? 0 };
}

describe("factors", () => {
  it("RULE-6 a group of plates opens by plate, a group of tags by tag, a group of both by either", async () => {
    const { reader, camera, groupId } = await lane("Either lane");
    await site.onlyRules({ name: "Any factor", groupId });
    const results = async (registered: { plate: number[]; tag: number[] }) => {
      const { lp, tag } = await vehicle(registered);
      const byPlate = await site.read(camera, lp);
      server.clock.advance(passageMs);
      const byTag = await site.readTag(reader, tag);
      return [byPlate.reasonCode, byTag.reasonCode];
    };
    expect(await results({ plate: [groupId], tag: [] })).toEqual(["allow.rule", "deny.no-rule"]);
    expect(await results({ plate: [], tag: [groupId] })).toEqual(["deny.no-rule", "allow.rule"]);
    expect(await results({ plate: [groupId], tag: [groupId] })).toEqual(["allow.rule", "allow.rule"]);
  });

  it("RULE-6 both factors open in either order, whichever of them is registered with the group", async () => {
    const { reader, camera, groupId } = await lane("Both lane");
    await site.onlyRules({ name: "Both factors", groupId, factors: "both" });
    const results = async (registered: { plate?: number[]; tag?: number[] }, isTagFirst: boolean) => {
      const { lp, tag } = await vehicle(registered);
      const reads = [() => site.read(camera, lp), () => site.readTag(reader, tag)];
      const [first, second] = isTagFirst ? reads.toReversed() : reads;
      return [(await first?.())?.isGranted, (await second?.())?.reasonCode];
    };
    const opened = [false, "allow.rule"];
    for (const isTagFirst of [false, true]) {
      expect(await results({ plate: [groupId], tag: [groupId] }, isTagFirst)).toEqual(opened);
      expect(await results({ tag: [groupId] }, isTagFirst)).toEqual(opened);
      expect(await results({ plate: [groupId], tag: [] }, isTagFirst)).toEqual(opened);
      expect(await results({ plate: [], tag: [] }, isTagFirst)).toEqual([false, "deny.no-rule"]);
    }
  });

  it("RULE-6 one factor alone, twice, too late, or of another vehicle does not open", async () => {
    const { reader, camera, groupId } = await lane("Strict lane");
    await site.onlyRules({ name: "Strict factors", groupId, factors: "both" });
    const both = { plate: [groupId], tag: [groupId] };
    const [one, other] = [await vehicle(both), await vehicle(both)];
    expect(await site.read(camera, one.lp)).toMatchObject({
      isGranted: false,
      reasonCode: "deny.second-factor",
      nearestFix: "Read the vehicle's tag and plate at this gate",
    });
    expect((await site.read(camera, one.lp)).isGranted).toBe(false);
    expect((await site.readTag(reader, other.tag)).reasonCode).toBe("deny.second-factor");
    server.clock.advance(passageMs);
    expect((await site.readTag(reader, one.tag)).reasonCode).toBe("deny.second-factor");
  });

  it("RULE-6 what-if answers for a plate with its tag, and for one alone", async () => {
    const { camera, groupId } = await lane("Asked lane");
    await site.onlyRules({ name: "Asked factors", groupId, factors: "both" });
    const both = { plate: [groupId], tag: [groupId] };
    const [one, other] = [await vehicle(both), await vehicle(both)];
    const ask = async (read: string, over: Record<string, unknown>) =>
      (await site.whatIf(camera.gateId, read, over)).reasonCode;
    expect(await ask(one.lp, {})).toBe("deny.second-factor");
    expect(await ask(one.lp, { otherRead: one.tag })).toBe("allow.rule");
    expect(await ask(one.tag, { type: "RFID", otherRead: one.lp })).toBe("allow.rule");
    expect(await ask(one.lp, { otherRead: other.tag })).toBe("deny.second-factor");
    await site.add("lists", { kind: "deny", type: "RFID", iid: other.tag, reason: "Stolen" });
    expect(await ask(other.lp, { otherRead: other.tag })).toBe("deny.list");
  });

  it("RULE-6 a tag that has expired, or is on the deny list, is no second factor", async () => {
    const { reader, camera, groupId } = await lane("Expired lane");
    await site.onlyRules({ name: "Valid factors", groupId, factors: "both" });
    const both = { plate: [groupId], tag: [groupId] };
    const expired = await vehicle(both);
    const validTo = new Date(server.clock.now().getTime() - 60_000);
    await site.db.updateTable("identifiers").set({ validTo }).where("id", "=", expired.tagId).execute();
    expect((await site.readTag(reader, expired.tag)).reasonCode).toBe("deny.not-valid");
    expect(await site.read(camera, expired.lp)).toMatchObject({ isGranted: false, reasonCode: "deny.second-factor" });
    const stolen = await vehicle(both);
    await site.add("lists", { kind: "deny", type: "RFID", iid: stolen.tag, reason: "Stolen" });
    expect((await site.readTag(reader, stolen.tag)).reasonCode).toBe("deny.list");
    expect(await site.read(camera, stolen.lp)).toMatchObject({
      isGranted: false,
      reasonCode: "deny.list",
      nearestFix: `Remove ${stolen.tag} from the deny list`,
    });
  });
});
