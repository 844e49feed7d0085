import type { Endpoint, EndpointKey, Schema } from "@gatehouse/contract/endpoint";
import type * as z from "zod";
import type { ReadDb, Tx } from "../database/database.ts";
import type { Tables, Views } from "../database/database.types.ts";
import type { AnyCall, Handlers, Person } from "../http/call.ts";
import { checkRecord } from "../http/check-input.ts";
import { httpError } from "../http/http-error.ts";
import { slotSchema } from "../http/slot-schema.ts";
import { type FieldConstraints, mapConstraintErrors } from "./constraint.ts";
import { deleteRow } from "./delete-row.ts";
import { rejectChangedCopy, rejectChangedEchoes } from "./echoed-fields.ts";
import { untypedDb } from "./untyped-db.ts";
import { lockRow, rejectOutdated, updateRow } from "./versioned-row.ts";

type Row = Record<string, unknown>;

/** What an entity adds to the generic create, read, update and delete. */
export interface ResourceShape<Stored extends Row> {
  table: keyof Tables & string;
  /** The view to read from, if the table's columns differ from the API's fields. */
  view?: keyof Views & string;
  /** The response's schema: only its fields leave the server. */
  record: z.ZodObject;
  /** The schema of a whole record, to validate partial updates. */
  draft?: Schema;
  /** Returns the fields of the draft from a stored record, if it has other fields too. */
  entered?: (before: Stored) => Row;
  /** Returns the column values that a list is filtered by. */
  narrow?: (call: AnyCall) => Row;
  /** Converts fields to columns, where they differ. */
  encode?: (fields: Row, tx: Tx) => Row | Promise<Row>;
  /** Converts columns to fields, where they differ. */
  decode?: (row: Row) => Row;
  /** Columns with a constant value. */
  fixed?: Row;
  /** Writes the rows in other tables. */
  writeParts?: (tx: Tx, id: number, fields: Row) => Promise<void>;
  /** Fields that can't be changed. */
  locked?: readonly (keyof Stored & string)[];
  constraints?: FieldConstraints;
  /** Rejects a change that the entity does not allow. */
  guardChange?: (before: Stored, change: Row) => void;
  /** Rejects a deletion that the entity does not allow. */
  guardRemoval?: (before: Stored) => void;
  /** Rejects conflicts with other records; called after everything is written. A new record has no `before`. */
  guardSaved?: (tx: Tx, id: number, person: Person, before?: Stored) => Promise<void>;
  /** Locks more than the row. It comes first, because two changes that each hold their row would wait for each other. */
  lockFirst?: (tx: Tx) => Promise<void>;
  /** Rejects a deletion for what would remain; called after the row is deleted. */
  guardRemoved?: (tx: Tx) => Promise<void>;
  /** Does slow work, such as name lookups, before the transaction; its result runs after everything is written. */
  prepareSave?: (body: Row) => Promise<(tx: Tx, id: number) => Promise<void>>;
}

/** Creates the handlers of an entity, with validation, uniqueness, optimistic locking and reference checks. */
export function resource<T extends Record<EndpointKey, Endpoint>, Stored extends Row = Row>(
  endpoints: T,
  shape: ResourceShape<Stored>,
): Handlers<T> {
  const { table, view = table, constraints = {}, encode = asColumns, decode = asIs, fixed = {} } = shape;
  const columns = Object.keys(shape.record.shape);
  const idOf = (call: AnyCall) => Number(call.params.id);
  const response = (row: unknown) => {
    const shown = decode(row as Row);
    return Object.fromEntries(columns.map((name) => [name, shown[name]])) as Stored;
  };
  const rows = (db: ReadDb | Tx, where: Row) => {
    let query = untypedDb(db).selectFrom(view).selectAll().orderBy("id");
    for (const [column, value] of Object.entries({ ...fixed, ...where })) query = query.where(column, "=", value);
    return query;
  };

  /** Loads the record and locks its row until the transaction ends. */
  async function lockRecord(tx: Tx, id: number): Promise<Stored> {
    await lockRow(tx, table, id);
    const row = await rows(tx, { id }).executeTakeFirst();
    if (!row) throw httpError("record/not-found");
    return response(row);
  }

  const list = async (call: AnyCall) => (await rows(call.read, shape.narrow?.(call) ?? {}).execute()).map(response);

  const read = async (call: AnyCall) => {
    const row = await rows(call.read, { id: idOf(call) }).executeTakeFirst();
    if (!row) throw httpError("record/not-found");
    return response(row);
  };

  const create = async (call: AnyCall) => {
    const finishSave = await shape.prepareSave?.(call.body);
    return call.write(async (tx) => {
      await shape.lockFirst?.(tx);
      const insert = untypedDb(tx)
        .insertInto(table)
        .values({ ...(await encode(call.body, tx)), ...fixed })
        .returning("id");
      const { id } = await mapConstraintErrors(constraints, insert.executeTakeFirstOrThrow());
      await mapConstraintErrors(constraints, writeParts(tx, Number(id), call.body));
      await shape.guardSaved?.(tx, Number(id), call.person);
      await finishSave?.(tx, Number(id));
      const created = await lockRecord(tx, Number(id));
      rejectChangedCopy(call.echoed, created);
      return created;
    });
  };

  const writeParts = async (tx: Tx, id: number, fields: Row) => shape.writeParts?.(tx, id, fields);

  const change = async (call: AnyCall, isPartial: boolean) => {
    const finishSave = await shape.prepareSave?.(call.body);
    return call.write(async (tx) => {
      const id = idOf(call);
      await shape.lockFirst?.(tx);
      const before = await lockRecord(tx, id);
      rejectOutdated(before, call.ifMatch);
      const { body: sent, echoed: sentEchoes } = call.bodyFor(before);
      rejectLocked(before, sent);
      shape.guardChange?.(before, sent);
      const { fields, echoed } = isPartial ? merge(before, sent) : { fields: sent, echoed: {} };
      await updateRow(tx, table, id, await encode(fields, tx), constraints);
      await mapConstraintErrors(constraints, writeParts(tx, id, fields));
      await shape.guardSaved?.(tx, id, call.person, before);
      await finishSave?.(tx, id);
      const after = await lockRecord(tx, id);
      rejectChangedEchoes({ ...sentEchoes, ...echoed }, before, after);
      return after;
    });
  };

  /** Validates the whole record, so that a partial update can't break its rules. */
  function merge(before: Stored, sent: Row): { fields: Row; echoed: Row } {
    const { draft } = shape;
    if (!draft) throw new Error(`${table} has partial updates but no draft schema`);
    const names = Object.keys((slotSchema(draft) as z.ZodObject).shape ?? {});
    const entered = shape.entered?.(before) ?? Object.fromEntries(names.map((name) => [name, before[name]]));
    return checkRecord(draft, shape.record, { ...entered, ...sent });
  }

  function rejectLocked(before: Stored, sent: Row): void {
    const touched = (shape.locked ?? []).filter((name) => name in sent && sent[name] !== before[name]);
    if (touched.length === 0) return;
    const errors = touched.map((path) => ({ path, message: "Cannot be changed" }));
    throw httpError("request/invalid", { message: errors.map(({ path, message }) => `${path}: ${message}`), errors });
  }

  const remove = (call: AnyCall) =>
    call.write(async (tx) => {
      const id = idOf(call);
      const before = await lockRecord(tx, id);
      rejectOutdated(before, call.ifMatch);
      shape.guardRemoval?.(before);
      await deleteRow(tx, table, id);
      await shape.guardRemoved?.(tx);
    });

  const byMethod = {
    GET: list,
    POST: create,
    PUT: (call: AnyCall) => change(call, false),
    PATCH: (call: AnyCall) => change(call, true),
    DELETE: remove,
  };
  const handlers: Record<string, unknown> = {};
  for (const key of Object.keys(endpoints)) {
    const method = key.split(" ")[0] as keyof typeof byMethod;
    handlers[key] = method === "GET" && key.endsWith("/{id}") ? read : byMethod[method];
  }
  return handlers as Handlers<T>;
}

const asIs = (row: Row) => row;

/** Serializes objects as JSON. */
function asColumns(fields: Row): Row {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "object" && value !== null ? JSON.stringify(value) : value,
    ]),
  );
}
