import * as z from "zod";
import type { Endpoint, Slot } from "./endpoint.ts";
import type { FaultCode } from "./errors.ts";
import { idParams } from "./fields/id.ts";

interface CrudShape<
  Path extends string,
  ListPath extends string,
  Update extends "PUT" | "PATCH",
  Params extends Slot | undefined,
  Query extends Slot | undefined,
  Row extends z.core.$ZodType,
  Draft extends Slot,
  Change extends Slot,
> {
  tag: string;
  noun: string;
  path: Path;
  /** Where the list stands, when it is not the path itself, and what narrows it. */
  list: { path: ListPath; params?: Params; query?: Query };
  update: Update;
  record: Row;
  draft: Draft;
  change: Change;
  faults?: readonly FaultCode[];
}

/** The four calls of a plain entity: list, create, update, delete. */
export function crud<
  const Path extends `/${string}`,
  const ListPath extends `/${string}`,
  const Update extends "PUT" | "PATCH",
  Row extends z.core.$ZodType,
  Draft extends Slot,
  Change extends Slot,
  Params extends Slot | undefined = undefined,
  Query extends Slot | undefined = undefined,
>(shape: CrudShape<Path, ListPath, Update, Params, Query, Row, Draft, Change>) {
  const { tag, noun, path, update, record, draft, change, faults = [] } = shape;
  const { path: listPath, ...narrowed } = shape.list;
  const endpoints = {
    [`GET ${listPath}`]: { tag, summary: `List every ${noun}`, ...narrowed, answer: z.array(record) },
    [`POST ${path}`]: {
      tag,
      summary: `Add a ${noun}`,
      body: draft,
      answer: record,
      status: 201,
      faults: ["record/taken", ...faults],
    },
    [`${update} ${path}/{id}`]: {
      tag,
      summary: `Change a ${noun}`,
      params: idParams,
      body: change,
      answer: record,
      faults: ["record/not-found", "record/taken", "record/changed", ...faults],
    },
    [`DELETE ${path}/{id}`]: {
      tag,
      summary: `Delete a ${noun}`,
      params: idParams,
      status: 204,
      faults: ["record/not-found", ...faults],
    },
  };
  return endpoints as unknown as CrudEndpoints<Path, ListPath, Update, Params, Query, Row, Draft, Change>;
}

type Narrowed<Params, Query> = (Params extends Slot ? { params: Params } : Record<never, never>) &
  (Query extends Slot ? { query: Query } : Record<never, never>);

type CrudEndpoints<
  Path extends string,
  ListPath extends string,
  Update extends string,
  Params,
  Query,
  Row,
  Draft,
  Change,
> = {
  [K in `GET ${ListPath}`]: Endpoint & { answer: z.ZodArray<Row & z.core.SomeType> } & Narrowed<Params, Query>;
} & {
  [K in `POST ${Path}`]: Endpoint & { body: Draft; answer: Row };
} & {
  [K in `${Update} ${Path}/{id}`]: Endpoint & { params: typeof idParams; body: Change; answer: Row };
} & {
  [K in `DELETE ${Path}/{id}`]: Endpoint & { params: typeof idParams; status: 204 };
};
