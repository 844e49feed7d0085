import { sql } from "kysely";
import { priceStays } from "../../../src/access/fares/price-stays.ts";
import { followStays } from "../../../src/record/overview/overview-jobs.ts";
import type { TestServer } from "../../test-server.ts";

/** A passage at a gate, by its name. */
export interface Passage {
  readonly plate: string;
  readonly gate: string;
  readonly at: Date;
  readonly vehicleType?: string;
  readonly isGranted?: boolean;
  /** A further read of the same passage. */
  readonly passageOf?: number;
}

const gates = {
  in: { type: "N" },
  out: { type: "X" },
  northIn: { type: "N", to: "North" },
  northOut: { type: "X", from: "North" },
  vipIn: { type: "N", from: "North", to: "Vip" },
  vipOut: { type: "X", from: "Vip" },
  southIn: { type: "N", to: "South" },
  southOut: { type: "X", from: "South" },
  northToSouth: { type: "N", from: "North", to: "South" },
} as const;

/** Stores past passages and follows them. North has the inner area Vip; South is apart; `in` and `out` have no area. */
export async function fareSite({ services }: Pick<TestServer, "services">) {
  const { db, clock } = services;
  const area = async (name: string, parentId: number | null = null) =>
    (await db.insertInto("access_areas").values({ name, parentId }).returning("id").executeTakeFirstOrThrow()).id;
  const north = await area("North");
  const areas: Record<string, number> = { North: north, Vip: await area("Vip", north), South: await area("South") };
  const gateIds: Record<string, number> = {};
  for (const [name, gate] of Object.entries<{ type: "N" | "X"; from?: string; to?: string }>(gates)) {
    const fromAreaId = areas[gate.from ?? ""] ?? null;
    const toAreaId = areas[gate.to ?? ""] ?? null;
    const values = { name, type: gate.type, fromAreaId, toAreaId };
    gateIds[name] = (await db.insertInto("gates").values(values).returning("id").executeTakeFirstOrThrow()).id;
  }

  /** Stores an event of access control; returns its id. */
  async function pass({ plate, gate, at, vehicleType, isGranted = true, passageOf }: Passage): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into events (id, module, status, timing, "occurredAt", "receivedAt", "sourceName", "sourceUid", lp, "lpRaw",
        "plateNormalized", "vehicleType", direction, "gateId", "gateName", "isGranted", reason, "passageOf", listing)
      values (nextval('event_ids'), 'ANPR_ACCESS_CONTROL', 'PROCESSED', 'live', ${at}, ${at}, 'Camera', '1', ${plate}, ${plate},
        ${plate}, ${vehicleType ?? null}, ${gates[gate as keyof typeof gates].type}, ${gateIds[gate]}, ${gate}, ${isGranted}, '',
        ${passageOf ?? null}, 'gate') returning id`.execute(db);
    return rows[0]?.id ?? 0;
  }

  /** Corrects the plate of an event, as a guard does. */
  async function correct(eventId: number, at: Date, plate: string): Promise<void> {
    await db
      .insertInto("event_corrections")
      .values({
        eventId,
        occurredAt: at,
        readNormalized: "",
        lp: plate,
        lpNormalized: plate,
        reason: "Misread",
        by: "guard",
        at: clock.now(),
      })
      .execute();
  }

  /** A person opens the gate for a vehicle that was denied. */
  async function open(eventId: number): Promise<void> {
    const at = clock.now();
    const target = { targetKind: "boomBarrier", targetId: 1, targetName: "Barrier", payload: "{}" };
    await db
      .insertInto("commands")
      .values({ ...target, eventId, kind: "open", state: "accepted", at, expiresAt: at, by: "guard" })
      .execute();
  }

  return {
    areas,
    gateIds,
    pass,
    correct,
    open,
    follow: async () => {
      (clock as TestServer["clock"]).advance(31_000);
      while (await followStays(services));
      while (await priceStays(services));
    },
  };
}
