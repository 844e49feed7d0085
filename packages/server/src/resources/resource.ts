import type { Endpoint, EndpointKey, Slot } from "@gatehouse/contract/endpoint";
import type { Kysely } from "kysely";
import type * as z from "zod";
import type { ReadDb, Tx } from "../platform/database/database.ts";
import type { Tables, Views } from "../platform/database/database.types.ts";
import type { AnyCall, Handlers } from "../platform/http/call.ts";
import { checkBody } from "../platform/http/check-input.ts";
import { refuse } from "../platform/http/refusal.ts";
import { type FieldConstraints, namingFields } from "./constraint.ts";
import { deleteRow } from "./delete-row.ts";
import { lockRow, refuseOutdated, updateRow } from "./versioned-row.ts";

type Row = Record<string, unknown>;

/** What an entity adds to the plain create, read, update and delete. */
export interface ResourceShape<Stored extends Row> {
  table: keyof Tables & string;
  /** A view that shows the rows as the wire wants them, when the table alone does not. */
  view?: keyof Views & string;
  /** The answer's schema: only what it names leaves the server. */
  record: z.ZodObject;
  /** The rules of a whole record, for changes that name only some fields. */
  draft?: Slot;
  /** The fields that a person entered, of a kind of record that is more than its draft's fields. */
  entered?: (before: Stored) => Row;
  /** Which rows a list call is about, from its checked params and query. */
  narrow?: (call: AnyCall) => Row;
  /** How a draft or change is written down, when a column is not simply the field. */
  encode?: (fields: Row) => Row;
  /** How a row is shown, when a field is not simply the column. */
  decode?: (row: Row) => Row;
  /** Columns that the entity knows by itself. */
  fixed?: Row;
  /** Writes what lies in other tables. */
  writeParts?: (tx: Tx, id: number, fields: Row) => Promise<void>;
  /** Fields that keep their first value. */
  locked?: readonly (keyof Stored & string)[];
  constraints?: FieldConstraints;
  /** Refuses a change or a removal that the entity does not allow. */
  guardChange?: (before: Stored, change: Row) => void;
  guardRemoval?: (before: Stored) => void;
  /** Refuses what does not go together with other records; it is asked when everything is written. */
  guardSaved?: (tx: Tx, id: number) => Promise<void>;
}

/** The handlers of a plain entity: validation, uniqueness, versions, use, audit and notices come with the mechanism. */
export function resource<T extends Record<EndpointKey, Endpoint>, Stored extends Row = Row>(
  endpoints: T,
  shape: ResourceShape<Stored>,
): Handlers<T> {
  const { table, view = table, constraints = {}, encode = asColumns, decode = asIs, fixed = {} } = shape;
  const columns = Object.keys(shape.record.shape);
  const idOf = (call: AnyCall) => Number(call.params.id);
  const answer = (row: unknown) => {
    const shown = decode(row as Row);
    return Object.fromEntries(columns.map((name) => [name, shown[name]])) as Stored;
  };
  const rows = (db: ReadDb | Tx, where: Row) => {
    let query = untyped(db).selectFrom(view).selectAll().orderBy("id");
    for (const [column, value] of Object.entries({ ...fixed, ...where })) query = query.where(column, "=", value);
    return query;
  };

  /** The record as it is, its row held until the transaction ends. */
  async function current(tx: Tx, id: number): Promise<Stored> {
    await lockRow(tx, table, id);
    const row = await rows(tx, { id }).executeTakeFirst();
    if (!row) throw refuse("record/not-found");
    return answer(row);
  }

  const list = async (call: AnyCall) => (await rows(call.read, shape.narrow?.(call) ?? {}).execute()).map(answer);

  const create = (call: AnyCall) =>
    call.write(async (tx) => {
      const insert = untyped(tx)
        .insertInto(table)
        .values({ ...encode(call.body), ...fixed })
        .returning("id");
      const { id } = await namingFields(constraints, insert.executeTakeFirstOrThrow());
      await namingFields(constraints, writeParts(tx, Number(id), call.body));
      await shape.guardSaved?.(tx, Number(id));
      return current(tx, Number(id));
    });

  const writeParts = async (tx: Tx, id: number, fields: Row) => shape.writeParts?.(tx, id, fields);

  const change = (call: AnyCall, isPartial: boolean) =>
    call.write(async (tx) => {
      const { id: _, ...sent } = call.body;
      const id = idOf(call);
      const before = await current(tx, id);
      refuseOutdated(before, call.ifMatch);
      refuseLocked(before, sent);
      shape.guardChange?.(before, sent);
      const fields = isPartial ? merged(before, sent) : sent;
      await updateRow(tx, table, id, encode(fields), constraints);
      await namingFields(constraints, writeParts(tx, id, fields));
      await shape.guardSaved?.(tx, id);
      return current(tx, id);
    });

  /** A rule cannot hold on create and lapse on update: the whole record is checked again. */
  function merged(before: Stored, sent: Row): Row {
    const { draft } = shape;
    if (!draft) throw new Error(`${table} takes changes of some fields and so needs its draft`);
    const names = Object.keys((draft as unknown as z.ZodObject).shape ?? {});
    const entered = shape.entered?.(before) ?? Object.fromEntries(names.map((name) => [name, before[name]]));
    return checkBody(draft, { ...entered, ...sent });
  }

  function refuseLocked(before: Stored, sent: Row): void {
    const touched = (shape.locked ?? []).filter((name) => name in sent && sent[name] !== before[name]);
    if (touched.length === 0) return;
    const errors = touched.map((path) => ({ path, message: "Cannot be changed" }));
    throw refuse("request/invalid", { message: errors.map(({ path, message }) => `${path}: ${message}`), errors });
  }

  const remove = (call: AnyCall) =>
    call.write(async (tx) => {
      const id = idOf(call);
      const before = await current(tx, id);
      shape.guardRemoval?.(before);
      await deleteRow(tx, table, id);
    });

  const byMethod = {
    GET: list,
    POST: create,
    PUT: (call: AnyCall) => change(call, false),
    PATCH: (call: AnyCall) => change(call, true),
    DELETE: remove,
  };
  const handlers: Record<string, unknown> = {};
  for (const key of Object.keys(endpoints)) handlers[key] = byMethod[key.split(" ")[0] as keyof typeof byMethod];
  return handlers as Handlers<T>;
}

const asIs = (row: Row) => row;

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
const untyped = (db: ReadDb | Tx) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;
