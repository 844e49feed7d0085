/**
 * The kinds of records that can belong to gates, named like their database tables. Boards have their host and port as id,
 * addresses are the hosts of all devices and the stream URLs of cameras.
 */
export type GateKind =
  | "access_areas"
  | "access_overrides"
  | "access_passes"
  | "access_rules"
  | "addresses"
  | "ai_devices"
  | "boards"
  | "boom_barriers"
  | "buzzers"
  | "cameras"
  | "displays"
  | "gates"
  | "lanes"
  | "sensors"
  | "slot_controllers"
  | "tvms"
  | "variables";

/**
 * How a record has to belong to the gates of a person. `visible`: to one of them or to no gate at all; `some`: to
 * one of them; `all`: to one of them and to no other gate.
 */
export type GateNeed = "visible" | "some" | "all";

export interface GateRecords {
  /** The kind of the record in the path, `{id}`. */
  readonly record?: GateKind;
  /** The kind of the rows of the response; other rows are left out. */
  readonly rows?: GateKind;
  /** The field with the id of a row, if not `id`. */
  readonly rowId?: string;
  /** By default `visible` to read and `all` to change or command. */
  readonly needs?: GateNeed;
}

/**
 * What an endpoint does for a person who is limited to gates. `shared`: the same as for everyone, because it
 * contains nothing of a single gate; `own`: its handler limits it; or the records that the platform checks. An endpoint
 * without a scope concerns the whole site and is rejected.
 */
export type GateScope = "shared" | "own" | GateRecords;

/** The scopes of the endpoints of a table whose records people who are limited to gates may add, or only read. */
export interface TableRecords extends Pick<GateRecords, "rows" | "rowId" | "record"> {
  readonly rows: GateKind;
  /** The handlers limit the endpoints that write, except those that name a record of the kind `record`. */
  readonly writes?: "own";
}

/** The scope of the endpoints of a table: the kind of its records, or one that all of its reading endpoints have. */
export type TableGates = GateKind | "shared" | "own" | TableRecords;

/**
 * The scope of an endpoint from that of its table. People who are limited to gates can't add a record unless the
 * handler checks its gates: it has no gate yet.
 */
export function toGateScope(gates: TableGates | undefined, key: string): GateScope | undefined {
  const isRead = key.startsWith("GET ");
  if (gates === undefined || gates === "shared" || gates === "own") return isRead ? gates : undefined;
  if (typeof gates === "object") {
    const { rows, rowId, record, writes } = gates;
    if (key.endsWith("/{id}") && isRead) return rowId === undefined ? { record: rows } : undefined;
    if (isRead) return { rows, ...(rowId !== undefined && { rowId }) };
    return record !== undefined && key.includes("{id}") ? { record } : writes;
  }
  if (key.includes("{id}")) return { record: gates };
  return isRead ? { rows: gates } : undefined;
}

/** Error messages for people who are limited to gates. */
export const gateErrors = {
  site: "You are limited to certain gates, and this concerns the whole site.",
  record: "You are limited to certain gates, and this does not belong to them alone.",
  wiring: "You are limited to certain gates. This would change what belongs to another gate.",
} as const;
