import { sql } from "kysely";
import type { ReadDb } from "../platform/database/database.ts";
import type { Services } from "../platform/services.ts";

/** Loops with a vehicle (true) or without one, by sensor; loops that can't be read are missing. */
export type LoopStates = ReadonlyMap<number, boolean>;

/** Stores which loops are occupied, for every process. Only the leader reads loops. */
export interface LoopStateRecorder {
  /** Replaces the states of all loops. Writes only what changed. */
  save(states: LoopStates): Promise<void>;
}

/** Starts with unknown stored states, so that the first call replaces what an earlier leader left. */
export function createLoopStateRecorder({ db, clock }: Pick<Services, "db" | "clock">): LoopStateRecorder {
  let stored: LoopStates | undefined;
  return {
    save: async (states) => {
      const before = stored;
      const changed = [...states].filter(([id, isOccupied]) => before?.get(id) !== isOccupied);
      if (before && changed.length === 0 && before.size === states.size) return;
      await db.transaction().execute(async (tx) => {
        await sql`delete from loop_states where "sensorId" <> all(${[...states.keys()]}::integer[])`.execute(tx);
        // A sensor may have been deleted meanwhile.
        await sql`
          insert into loop_states ("sensorId", "isOccupied", since)
          select s.id, c."isOccupied", ${clock.now()}::timestamptz
          from unnest(${changed.map(([id]) => id)}::integer[], ${changed.map(([, isOccupied]) => isOccupied)}::boolean[])
            as c(id, "isOccupied")
          join sensors s on s.id = c.id for key share of s
          on conflict ("sensorId") do update set "isOccupied" = excluded."isOccupied", since = excluded.since,
            "freedAt" = case when excluded."isOccupied" then loop_states."freedAt" else excluded.since end
          -- A new leader stores states again that did not change.
          where loop_states."isOccupied" <> excluded."isOccupied"`.execute(tx);
      });
      stored = new Map(states);
    },
  };
}

/** Whether a vehicle is on a loop, since when, and when the last one left it; null if the loop can't be read. */
export const findLoop = async (
  db: ReadDb,
  sensorId: number,
): Promise<{ isOccupied: boolean; since: string; freedAt: string | null } | null> =>
  (await db
    .selectFrom("loop_states")
    .select(["isOccupied", "since", "freedAt"])
    .where("sensorId", "=", sensorId)
    .executeTakeFirst()) ?? null;
