import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { testServer } from "../../test-server.ts";
import { fareSite } from "./fare-site.ts";

const server = await testServer();
const { db } = server.services;
const site = await fareSite(server);
await sql`update configs set value = '"Europe/Berlin"' where key = 'timeZone'`.execute(db);

const hourMs = 3_600_000;
let plates = 0;

/** The stays of a vehicle in words: the hours of its entry and exit since a time, and its area. */
async function staysOf(plate: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("stays")
    .leftJoin("access_areas", "access_areas.id", "stays.areaId")
    .select(["state", "enteredAt", "leftAt", "access_areas.name as area"])
    .where("vehicle", "=", plate)
    .orderBy("stays.at")
    .orderBy("stays.id")
    .execute();
  const hours = (at: string | null) => (at === null ? "?" : (Date.parse(at) - since.getTime()) / hourMs);
  return rows.map(({ state, enteredAt, leftAt, area }) =>
    `${state} ${hours(enteredAt)}-${hours(leftAt)} ${area ?? ""}`.trim(),
  );
}

/** The marks of the overview behind the stays of a vehicle. */
async function marksOf(plate: string) {
  const { rows } = await sql<{ figure: string; n: number }>`
    select m.figure, count(*)::integer as n from event_marks m join stays s on
      case m.figure when 'unpairedEntries' then m."eventId" = s."entryEventId" and s.state = 'entry-only'
        when 'unpairedExits' then m."eventId" = s."exitEventId" and s.state = 'exit-only'
        when 'stays' then m."eventId" = s."exitEventId" and s.state = 'complete' end
    where s.vehicle = ${plate} group by 1 order by 1`.execute(db);
  return rows.map(({ figure, n }) => `${figure} ${n}`);
}

/** How many marks the events of a vehicle have. */
const totalMarks = async (ids: readonly number[]) =>
  (
    await db
      .selectFrom("event_marks")
      .select("eventId")
      .where("eventId", "in", [...ids])
      .execute()
  ).length;

type Step = readonly [gate: string, hour: number];

/** Stores passages in the given order and follows them, each batch on its own. */
async function drive(...batches: readonly (readonly Step[])[]) {
  plates += 1;
  const plate = `TEST${plates}`;
  const since = new Date(server.clock.now().getTime() - 20 * 24 * hourMs);
  const ids: number[] = [];
  for (const batch of batches) {
    for (const [gate, hour] of batch)
      ids.push(await site.pass({ plate, gate, at: new Date(since.getTime() + hour * hourMs) }));
    await site.follow();
  }
  return { plate, since, ids, stays: await staysOf(plate, since) };
}

const cases: readonly [title: string, passages: readonly Step[], stays: readonly string[]][] = [
  [
    "an entry and an exit",
    [
      ["in", 0],
      ["out", 2],
    ],
    ["complete 0-2"],
  ],
  [
    "two visits",
    [
      ["in", 0],
      ["out", 2],
      ["in", 3],
      ["out", 4],
    ],
    ["complete 0-2", "complete 3-4"],
  ],
  [
    "an overnight stay",
    [
      ["in", 0],
      ["out", 14],
    ],
    ["complete 0-14"],
  ],
  ["an exit without an entry", [["out", 2]], ["exit-only ?-2"]],
  ["an entry without an exit, after the maximum", [["in", 0]], ["entry-only 0-?"]],
  [
    "an exit after the maximum",
    [
      ["in", 0],
      ["out", 169],
    ],
    ["entry-only 0-?", "exit-only ?-169"],
  ],
  [
    "an exit at the maximum",
    [
      ["in", 0],
      ["out", 168],
    ],
    ["complete 0-168"],
  ],
  [
    "two short visits with a missed exit",
    [
      ["in", 0],
      ["in", 5],
      ["out", 6],
    ],
    ["entry-only 0-?", "complete 5-6"],
  ],
  [
    "two exits with a missed entry",
    [
      ["in", 0],
      ["out", 1],
      ["out", 9],
    ],
    ["complete 0-1", "exit-only ?-9"],
  ],
  [
    "an area",
    [
      ["northIn", 0],
      ["northOut", 2],
    ],
    ["complete 0-2 North"],
  ],
  [
    "two areas at once",
    [
      ["northIn", 0],
      ["southIn", 1],
      ["northOut", 2],
      ["southOut", 3],
    ],
    ["complete 0-2 North", "complete 1-3 South"],
  ],
  [
    "a gate from one area to another",
    [
      ["northIn", 0],
      ["northToSouth", 2],
      ["southOut", 3],
    ],
    ["complete 0-2 North", "complete 2-3 South"],
  ],
  [
    "an inner area, which belongs to the outer stay",
    [
      ["northIn", 0],
      ["vipIn", 1],
      ["northOut", 2],
    ],
    ["complete 0-2 North"],
  ],
  [
    "an exit from the inner area to the outside",
    [
      ["northIn", 0],
      ["vipIn", 1],
      ["vipOut", 2],
    ],
    ["complete 0-2 North"],
  ],
  [
    "an entry by a gate without an area",
    [
      ["in", 0],
      ["northOut", 2],
    ],
    ["complete 0-2"],
  ],
  [
    "an exit by a gate without an area",
    [
      ["southIn", 0],
      ["out", 2],
    ],
    ["complete 0-2 South"],
  ],
  [
    "an exit from another area",
    [
      ["northIn", 0],
      ["southOut", 2],
      ["northOut", 3],
    ],
    ["exit-only ?-2 South", "complete 0-3 North"],
  ],
];

describe("stays", () => {
  it.each(cases)("REP-4 %s", async (_, passages, expected) => {
    const { plate, stays, ids } = await drive(passages);
    expect(stays).toEqual(expected);
    const [closed, marks] = [expected.filter((stay) => !stay.startsWith("open")).length, await marksOf(plate)];
    expect(marks.reduce((sum, mark) => sum + Number(mark.split(" ")[1]), 0)).toBe(closed);
    expect(await totalMarks(ids)).toBe(closed);
  });

  it.each(cases)("REP-4 OPS-1 %s, with passages that arrive in the reverse order", async (_, passages, expected) => {
    const { stays, ids } = await drive(...passages.toReversed().map((passage) => [passage]));
    expect(stays.toSorted()).toEqual(expected.toSorted());
    expect(await totalMarks(ids)).toBe(expected.length);
  });

  it("REP-4 a vehicle that is still inside is open", async () => {
    const at = new Date(server.clock.now().getTime() - hourMs);
    await site.pass({ plate: "INSIDE", gate: "in", at });
    await site.follow();
    expect(await staysOf("INSIDE", at)).toEqual(["open 0-?"]);
    expect(await db.selectFrom("open_stays").select("gateId").where("vehicle", "=", "INSIDE").execute()).toEqual([
      { gateId: site.gateIds.in },
    ]);
  });

  it("REP-4 further reads of a passage and denied vehicles are no stays", async () => {
    const at = new Date(server.clock.now().getTime() - hourMs);
    const first = await site.pass({ plate: "AGAIN", gate: "in", at });
    await site.pass({ plate: "AGAIN", gate: "in", at: new Date(at.getTime() + 5_000), passageOf: first });
    await site.pass({ plate: "DENIED", gate: "in", at, isGranted: false });
    await site.follow();
    expect([await staysOf("AGAIN", at), await staysOf("DENIED", at)]).toEqual([["open 0-?"], []]);
  });

  it("REP-4 a denied vehicle that a person lets in or out has passed", async () => {
    const at = new Date(server.clock.now().getTime() - 2 * hourMs);
    const entry = await site.pass({ plate: "VISITOR", gate: "in", at, isGranted: false });
    await site.follow();
    await site.open(entry);
    await site.pass({ plate: "VISITOR", gate: "out", at: new Date(at.getTime() + hourMs) });
    await site.follow();
    expect(await staysOf("VISITOR", at)).toEqual(["complete 0-1"]);
  });

  it.each([
    ["before it was followed", false],
    ["after it was followed", true],
  ])("REP-4 OPS-6 a plate that a person corrects %s pairs as corrected", async (_, isFollowed) => {
    const at = new Date(server.clock.now().getTime() - 9 * hourMs);
    const later = (hours: number) => new Date(at.getTime() + hours * hourMs);
    const [plate, misread] = [`RIGHT${isFollowed}`, `WR0NG${isFollowed}`];
    // The misread plate is that of another vehicle, which is inside.
    await site.pass({ plate: misread, gate: "in", at });
    await site.pass({ plate, gate: "in", at: later(1) });
    const exit = await site.pass({ plate: misread, gate: "out", at: later(3) });
    await site.pass({ plate: misread, gate: "out", at: later(5) });
    if (isFollowed) {
      await site.follow();
      expect(await staysOf(plate, at)).toEqual(["open 1-?"]);
      expect(await staysOf(misread, at)).toEqual(["complete 0-3", "exit-only ?-5"]);
    }
    await site.correct(exit, later(3), plate);
    await site.follow();
    expect(await staysOf(plate, at)).toEqual(["complete 1-3"]);
    expect(await staysOf(misread, at)).toEqual(["complete 0-5"]);
    expect([await marksOf(plate), await marksOf(misread)]).toEqual([["stays 1"], ["stays 1"]]);
  });

  it("REP-4 a deleted event leaves its stay", async () => {
    const { plate, since, ids } = await drive([
      ["in", 0],
      ["in", 1],
      ["out", 2],
    ]);
    await sql`delete from events where id = ${ids[1]}`.execute(db);
    await site.follow();
    expect(await staysOf(plate, since)).toEqual(["complete 0-2"]);
  });

  it("REP-4 the length of a stay is real when the clocks change", async () => {
    const at = new Date("2024-10-26T22:30:00Z");
    await site.pass({ plate: "DST", gate: "in", at });
    await site.pass({ plate: "DST", gate: "out", at: new Date("2024-10-27T02:30:00Z") });
    await site.follow();
    expect(await staysOf("DST", at)).toEqual(["complete 0-4"]);
  });
});
