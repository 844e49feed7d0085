import { type DisplayScope, displayScopeOf } from "@gatehouse/contract/entities/display/display";
import { screenTiming } from "@gatehouse/contract/entities/display/display-page";
import { maxScreensPerDisplay, type ScreenStatus } from "@gatehouse/contract/entities/display/screen";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { sql } from "kysely";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import type { Services } from "../../platform/services.ts";
import { announceScreens } from "./screen-key.store.ts";

/** Tracks which screens are on. */
export interface ScreenPresence {
  /** Stores the report of a screen. */
  seen(displayId: number, screen: string): Promise<void>;
  /** Removes a screen that closed its connection. */
  left(displayId: number, screen: string): Promise<void>;
  /** The keys and screens of a module's multimedia displays. */
  list(db: ReadDb, module: ModuleKind): Promise<ScreenStatus[]>;
  /** Starts to remove screens that stopped reporting. */
  startChecks(): BackgroundJob;
}

const checkIntervalMs = 1_000;

/** Stores screens in the database, because each process has its own connections. */
export function createScreenPresence({ db, clock, log }: Services): ScreenPresence {
  const isAbsent = (lastSeenAt: string) => clock.elapsedMs(new Date(lastSeenAt)) > screenTiming.absentAfterMs;

  /** Deletes screens and keeps the time of the last one with the display's key. */
  async function remove(gone: readonly { displayId: number; screen: string }[]): Promise<void> {
    const { rows } = await sql<{ displayId: number }>`
      with gone as (
        delete from screens s
        using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as g("displayId" integer, screen text)
        where s."displayId" = g."displayId" and s.screen = g.screen
        returning s."displayId", s."lastSeenAt"
      ), kept as (
        update screen_keys k set "lastSeenAt" = greatest(k."lastSeenAt", g."lastSeenAt")
        from (select "displayId", max("lastSeenAt") as "lastSeenAt" from gone group by "displayId") g
        where k."displayId" = g."displayId"
      )
      select "displayId" from gone`.execute(db);
    if (rows.length > 0) await announceScreens(db);
  }

  async function removeAbsent(): Promise<void> {
    const rows = await db.selectFrom("screens").selectAll().execute();
    const absent = rows.filter(({ lastSeenAt }) => isAbsent(lastSeenAt));
    if (absent.length > 0) await remove(absent);
  }

  return {
    seen: async (displayId, screen) => {
      const { rows } = await sql<{ isNew: boolean }>`
        insert into screens ("displayId", screen, "lastSeenAt")
        select ${displayId}::integer, ${screen}::text, ${clock.now()}::timestamptz
        where (select count(*) from screens where "displayId" = ${displayId}) < ${maxScreensPerDisplay}
          or exists (select from screens where "displayId" = ${displayId} and screen = ${screen})
        on conflict ("displayId", screen) do update set "lastSeenAt" = excluded."lastSeenAt"
        returning xmax = 0 as "isNew"`.execute(db);
      if (rows[0]?.isNew) await announceScreens(db);
    },
    left: (displayId, screen) => remove([{ displayId, screen }]),
    list: async (read, module) => {
      const [displays, screens] = await Promise.all([
        read
          .selectFrom("displays as display")
          .leftJoin("screen_keys as key", "key.displayId", "display.id")
          .select(["display.id", "key.createdAt", "key.createdBy", "key.lastSeenAt"])
          .where("display.type", "=", "multimedia")
          .where("display.scope", "=", (displayScopeOf[module] ?? "") as DisplayScope)
          .orderBy("display.id")
          .execute(),
        read.selectFrom("screens").selectAll().execute(),
      ]);
      return displays.map(({ id, createdAt, createdBy, lastSeenAt }) => {
        const own = screens.filter(({ displayId }) => displayId === id);
        const times = [...own.map((screen) => screen.lastSeenAt), ...(lastSeenAt === null ? [] : [lastSeenAt])];
        return {
          displayId: id,
          keyCreatedAt: createdAt,
          keyCreatedBy: createdBy,
          connected: own.filter((screen) => !isAbsent(screen.lastSeenAt)).length,
          // ISO times sort as text.
          lastSeenAt: times.sort().at(-1) ?? null,
        };
      });
    },
    startChecks: () =>
      startJob("screen check", log, async () => {
        await removeAbsent();
        return { waitMs: checkIntervalMs };
      }),
  };
}
