import type { EventsBehind, Overview, OverviewFigure } from "@gatehouse/contract/entities/overview";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { generatePastTraffic, type PastTraffic } from "@gatehouse/simulator/history/past-traffic";
import { sql } from "kysely";
import { expect } from "vitest";
import type { engineSite } from "../../intake/ingest/ingest-site.ts";

type Site = Awaited<ReturnType<typeof engineSite>>;

const passageMs = 10_000;

/** Stores generated traffic as events: unknown vehicles are denied, repeated reads belong to the first one. */
export async function storeTraffic(
  { db }: Pick<Site, "db">,
  gateIds: { N: readonly number[]; X: readonly number[] },
  options: { seed: number; start: Date; days: number; passagesPerDay: number },
): Promise<{ traffic: PastTraffic; count: number }> {
  const traffic = generatePastTraffic({ ...options, entries: gateIds.N.length, exits: gateIds.X.length });
  const unknown = new Set(traffic.vehicles.filter(({ kind }) => kind === "unknown").map(({ plate }) => plate));
  const latest = new Map<string, { id: number; at: number }>();
  const { rows: ids } = await sql<{ id: number }>`
    select nextval('event_ids') as id from generate_series(1, ${traffic.passages.length})`.execute(db);
  const rows = traffic.passages.map(({ plate, direction, gate, at }, index) => {
    const id = ids[index]?.id ?? 0;
    const isGranted = !unknown.has(plate);
    const before = latest.get(`${plate} ${direction}`);
    const isRepeated = before !== undefined && at.getTime() - before.at < passageMs;
    if (!isRepeated) latest.set(`${plate} ${direction}`, { id, at: at.getTime() });
    return {
      id,
      module: "ANPR_ACCESS_CONTROL",
      status: isGranted ? "PROCESSED" : "RECEIVED",
      timing: "live",
      occurredAt: at,
      receivedAt: at,
      sourceName: "Camera",
      sourceUid: "1",
      lp: plate,
      lpRaw: plate,
      plateNormalized: plate,
      direction,
      // One read in seven is uncertain.
      confidence: index % 7 === 0 ? 0.79 : 0.8,
      gateId: gateIds[direction][gate],
      gateName: "Gate",
      isGranted,
      reason: "",
      passageOf: isRepeated ? before.id : null,
      listing: isRepeated ? "again" : "gate",
    };
  });
  await sql`
    insert into events (id, module, status, timing, "occurredAt", "receivedAt", "sourceName", "sourceUid", lp, "lpRaw",
      "plateNormalized", direction, confidence, "gateId", "gateName", "isGranted", reason, "passageOf", listing)
    select id, module, status, timing, "occurredAt", "receivedAt", "sourceName", "sourceUid", lp, "lpRaw",
      "plateNormalized", direction, confidence, "gateId", "gateName", "isGranted", reason, "passageOf", listing
    from jsonb_populate_recordset(null::events, ${JSON.stringify(rows)}::jsonb)`.execute(db);
  return { traffic, count: rows.length };
}

/** Reads the overview as a person. */
export function overviewOf({ server }: Pick<Site, "server">, token?: string) {
  const load = async (from: Date, to: Date): Promise<Overview> => {
    const query = { from: from.toISOString(), to: to.toISOString() };
    const response = await server.call<Overview>("GET /overview", { query }, token);
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return response.body;
  };

  /** How many events a list has, by paging through it. */
  async function countEvents({ module, query }: EventsBehind): Promise<number> {
    let count = 0;
    let cursor: string | null = null;
    do {
      const response: { body: { data: unknown[]; next: string | null } } = await server.call(
        "GET /events/{module}",
        { params: { module: codeOf(module) }, query: { ...query, limit: 500, ...(cursor !== null && { cursor }) } },
        token,
      );
      count += response.body.data.length;
      cursor = response.body.next;
    } while (cursor !== null);
    return count;
  }

  /** The lists of every figure, each with its number and that of the events that it opens. */
  async function compare({ figures }: Pick<Overview, "figures">) {
    const lists = figures.flatMap(({ events }) => events);
    // Several figures may be made of the same events.
    const different = new Map(lists.map((list) => [JSON.stringify(list), list]));
    const compared = [];
    for (const list of different.values()) {
      const { module, count, query } = list;
      compared.push({ figure: query.figure, module, count, opened: await countEvents(list) });
    }
    return compared;
  }

  const figure = async (from: Date, to: Date, name: OverviewFigure["name"]) =>
    (await load(from, to)).figures.find((one) => one.name === name);

  return { load, compare, figure, countEvents };
}
