import type { Endpoint, EndpointKey } from "@gatehouse/contract/endpoint";
import { type Kysely, sql } from "kysely";
import type * as z from "zod";
import type { AnyCall, Handlers } from "../platform/call.ts";
import type { Reading, Writing } from "../platform/database.ts";
import type { Tables } from "../platform/database.types.ts";
import { refuse } from "../platform/refusal.ts";
import { refusingTaken, type TakenFields } from "./constraint.ts";

type Row = Record<string, unknown>;

/** What an entity adds to the plain create, read, update and delete. */
export interface ResourceShape<Stored extends Row> {
  table: keyof Tables & string;
  /** The answer's schema: only what it names leaves the server. */
  record: z.ZodObject;
  /** Which rows a list call is about, from its checked params and query. */
  narrow?: (call: AnyCall) => Row;
  /** How a draft or change is written down, when a column is not simply the field. */
  encode?: (fields: Row) => Row;
  taken?: TakenFields;
  /** Refuses a change or a removal that the entity does not allow. */
  guardChange?: (before: Stored, change: Row) => void;
  guardRemoval?: (before: Stored) => void;
}

/** The handlers of a plain entity: validation, uniqueness, versions, audit and notices come with the mechanism. */
export function resource<T extends Record<EndpointKey, Endpoint>, Stored extends Row = Row>(
  endpoints: T,
  shape: ResourceShape<Stored>,
): Handlers<T> {
  const { table, taken = {}, encode = asColumns } = shape;
  const columns = Object.keys(shape.record.shape);
  const idOf = (call: AnyCall) => Number(call.params.id);

  async function current(tx: Writing, id: number): Promise<Stored> {
    const row = await untyped(tx).selectFrom(table).selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
    if (!row) throw refuse("record/not-found");
    return row as Stored;
  }

  const answer = (row: unknown) => Object.fromEntries(columns.map((name) => [name, (row as Row)[name]]));

  const list = async (call: AnyCall) => {
    let rows = untyped(call.read).selectFrom(table).selectAll().orderBy("id");
    for (const [column, value] of Object.entries(shape.narrow?.(call) ?? {})) rows = rows.where(column, "=", value);
    return (await rows.execute()).map(answer);
  };

  const create = (call: AnyCall) =>
    call.write(async (tx) => {
      const insert = untyped(tx).insertInto(table).values(encode(call.body)).returningAll();
      return answer(await refusingTaken(taken, insert.executeTakeFirstOrThrow()));
    });

  const update = (call: AnyCall) =>
    call.write(async (tx) => {
      const { id: _, ...change } = call.body;
      const before = await current(tx, idOf(call));
      if (call.ifMatch !== undefined && call.ifMatch !== before.version) {
        throw refuse("record/changed", { current: answer(before) });
      }
      shape.guardChange?.(before, change);
      const write = untyped(tx)
        .updateTable(table)
        .set({ ...encode(change), version: sql`version + 1` })
        .where("id", "=", idOf(call))
        .returningAll();
      return answer(await refusingTaken(taken, write.executeTakeFirstOrThrow()));
    });

  const remove = (call: AnyCall) =>
    call.write(async (tx) => {
      shape.guardRemoval?.(await current(tx, idOf(call)));
      await untyped(tx).deleteFrom(table).where("id", "=", idOf(call)).execute();
    });

  const byMethod = { GET: list, POST: create, PUT: update, PATCH: update, DELETE: remove };
  const handlers: Record<string, unknown> = {};
  for (const key of Object.keys(endpoints)) handlers[key] = byMethod[key.split(" ")[0] as keyof typeof byMethod];
  return handlers as Handlers<T>;
}

/** Objects are kept as JSON; everything else as it is. */
function asColumns(fields: Row): Row {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "object" && value !== null ? JSON.stringify(value) : value,
    ]),
  );
}

/** The table's name is only known at run time, so its columns cannot be checked here; the contract's schema has done it. */
const untyped = (db: Reading | Writing) => db as unknown as DynamicDatabase;

type DynamicDatabase = Kysely<Record<string, Record<string, unknown>>>;
