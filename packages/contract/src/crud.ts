import * as z from "zod";
import {
  type Declared,
  type Endpoint,
  type Reshape,
  type Schema,
  type TablePermissions,
  withPermission,
} from "./endpoint.ts";
import type { ErrorCode } from "./errors.ts";
import { idParams } from "./fields/record.ts";
import { requiredIfSent } from "./fields/required.ts";

type Change = "PUT" | "PATCH";

/** Where the documents' list has a module at the place of an id, an id is recognized by its digits. */
export const idPattern = { id: "^\\d+$" };

interface CrudShape<Path, ListPath, Changes, Params, Query, Row, Draft> {
  tag: string;
  noun: string;
  permissions: TablePermissions;
  path: Path;
  /** The path of the list, which may differ from `path`, and its filters. */
  list: { path: ListPath; params?: Params; query?: Query };
  /** How a record is updated: completely (PUT), some of its fields (PATCH), or both. */
  change: Changes;
  record: Row;
  draft: Draft;
  /** Converts bodies in the documents' shape. */
  reshape?: Reshape;
  /** Fields that can't be changed; a PUT may omit them. */
  locked?: readonly string[];
  errors?: readonly ErrorCode[];
  /** What a deletion may carry. */
  removal?: { query: Schema };
}

/** The endpoints of a plain entity: list, read, create, update, delete. */
export function crud<
  const Path extends `/${string}`,
  const ListPath extends `/${string}`,
  Changes extends { [M in Change]?: Schema },
  Row extends z.core.$ZodType,
  Draft extends Schema,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
>(shape: CrudShape<Path, ListPath, Changes, Params, Query, Row, Draft>) {
  const { tag, noun, path, record, draft, locked, errors = [] } = shape;
  const reshape = shape.reshape && { reshape: shape.reshape };
  const { path: listPath, ...narrowed } = shape.list;
  const changes = Object.entries(shape.change).map(([method, body]) => [
    `${method} ${path}/{id}`,
    {
      tag,
      summary: `Change a ${noun}`,
      params: idParams,
      body,
      ...reshape,
      ...(method === "PUT" && locked && { locked }),
      roundTrip: true,
      response: record,
      errors: ["record/not-found", "record/taken", "record/changed", ...errors],
    },
  ]);
  const endpoints = {
    [`GET ${listPath}`]: { tag, summary: `List every ${noun}`, ...narrowed, response: z.array(record) },
    ...(listPath !== `${path}/{deviceId}` && {
      [`GET ${path}/{id}`]: {
        tag,
        summary: `Read one ${noun}`,
        params: idParams,
        ...((listPath as string) !== path && { pathPatterns: idPattern }),
        response: record,
        errors: ["record/not-found"],
      },
    }),
    [`POST ${path}`]: {
      tag,
      summary: `Add a ${noun}`,
      body: draft,
      ...reshape,
      roundTrip: true,
      response: record,
      status: 201,
      errors: ["record/taken", ...errors],
    },
    ...Object.fromEntries(changes),
    [`DELETE ${path}/{id}`]: {
      tag,
      summary: `Delete a ${noun}`,
      params: idParams,
      ...shape.removal,
      status: 204,
      errors: ["record/not-found", "record/in-use", ...errors],
    },
  };
  const declared = Object.entries<Endpoint>(endpoints).map(([key, endpoint]) => [
    key,
    withPermission(shape.permissions, key, endpoint),
  ]);
  return Object.fromEntries(declared) as Declared<CrudEndpoints<Path, ListPath, Changes, Params, Query, Row, Draft>>;
}

type Narrowed<Params, Query> = (Params extends Schema ? { params: Params } : Record<never, never>) &
  (Query extends Schema ? { query: Query } : Record<never, never>);

type CrudEndpoints<Path extends string, ListPath extends string, Changes, Params, Query, Row, Draft> = {
  [K in `GET ${ListPath}`]: Endpoint & { response: z.ZodArray<Row & z.core.SomeType> } & Narrowed<Params, Query>;
} & {
  [K in ListPath extends `${Path}/{deviceId}` ? never : `GET ${Path}/{id}`]: Endpoint & {
    params: typeof idParams;
    response: Row;
  };
} & {
  [K in `POST ${Path}`]: Endpoint & { body: Draft; response: Row };
} & {
  [M in keyof Changes & Change as `${M} ${Path}/{id}`]: Endpoint & {
    params: typeof idParams;
    body: Changes[M];
    response: Row;
  };
} & {
  [K in `DELETE ${Path}/{id}`]: Endpoint & { params: typeof idParams; status: 204 };
};

/** The schema for a partial update: every field is optional, and defaults are not filled in. */
export function patchOf<T extends z.ZodObject>(draft: T): ReturnType<T["partial"]> {
  const fields = Object.entries(draft.shape).map(([name, field]) => {
    const plain = field instanceof z.ZodDefault ? field.unwrap() : field;
    const isOptional = (field as z.ZodType).safeParse(undefined).success;
    return [name, isOptional ? z.optional(plain) : requiredIfSent(plain)] as const;
  });
  return z.strictObject(Object.fromEntries(fields)) as ReturnType<T["partial"]>;
}
