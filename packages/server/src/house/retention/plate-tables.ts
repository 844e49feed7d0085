import { type RawBuilder, sql } from "kysely";
import type { Tables } from "../../platform/database/database.types.ts";

/** What a record about a plate is found by. */
export interface SoughtPlate {
  /** The normalized plate, and the hash that stands for it after its retention. */
  readonly forms: readonly string[];
  /** Its events: read as this plate, or corrected to it. */
  readonly eventIds: readonly number[];
}

/**
 * What happens to the plates of a table after their retention:
 * - `hash`: replaced by a keyed hash
 * - `clear`: emptied
 * - `delete`: the row is deleted
 * - `current`: it describes a vehicle that is inside or at a gate, and ends with that
 * - `registered`: people registered it, and it stays until they delete it
 * - `audit`: it has the retention of the audit trail
 */
type AfterRetention = "hash" | "clear" | "delete" | "current" | "registered" | "audit";

export interface PlateTable {
  readonly table: keyof Tables & string;
  /** What its rows are, for people. */
  readonly title: string;
  /** Every column that contains plates, alone or in a text or document. */
  readonly columns: readonly string[];
  readonly afterRetention: AfterRetention;
  /** What erasure does with the rows; `keep` where another rule forbids to change them. */
  readonly erasure: "anonymise" | "clear" | "delete" | "keep";
  /** False for copies of what another table contains. */
  readonly isExported: boolean;
  /** Whether a row is about a plate. */
  about(plate: SoughtPlate): RawBuilder<unknown>;
}

const isOne = (column: string, { forms }: SoughtPlate) => sql`${sql.ref(column)} = any(${[...forms]}::text[])`;
const ofEvents = ({ eventIds }: SoughtPlate, column = "eventId") =>
  sql`${sql.ref(column)} = any(${[...eventIds]}::bigint[])`;
const isVehicle = (plate: SoughtPlate) => isOne("vehicle", plate);

/** Whether a text contains the plate as a word of its own, with any separators. */
function mentions(column: string, { forms }: SoughtPlate): RawBuilder<unknown> {
  const words = forms.map((form) => Array.from(form, escapeLetter).join("[[:space:].-]*"));
  return sql`upper(${sql.ref(column)}::text) ~ ${`(^|[^[:alnum:]])(${words.join("|")})([^[:alnum:]]|$)`}`;
}

const escapeLetter = (letter: string) => (/[\p{L}\p{N}]/u.test(letter) ? letter : `\\${letter}`);

const kept = { isExported: true } as const;
const inside = {
  ...kept,
  afterRetention: "current",
  erasure: "delete",
  columns: ["vehicle"],
  about: isVehicle,
} as const;
const registered = { ...kept, afterRetention: "registered", erasure: "delete" } as const;
const deleted = { ...kept, afterRetention: "delete", erasure: "delete" } as const;

/** Every table that stores plates. A test compares it with the columns of the database. */
export const plateTables: readonly PlateTable[] = [
  // What refers to events is before them: the events are found by the plate that they lose.
  { ...deleted, table: "event_reports", title: "Messages of devices", columns: ["message"], about: ofEvents },
  {
    ...kept,
    table: "commands",
    title: "Commands",
    columns: ["payload"],
    afterRetention: "clear",
    erasure: "clear",
    about: ofEvents,
  },
  {
    ...deleted,
    table: "station_notes",
    title: "Notes of the gate station",
    columns: ["text"],
    about: (plate) => sql`(${ofEvents(plate)} or ${mentions("text", plate)})`,
  },
  {
    ...kept,
    table: "event_corrections",
    title: "Corrections of plates",
    columns: ["readNormalized", "lp", "lpNormalized"],
    afterRetention: "hash",
    erasure: "delete",
    about: (plate) => sql`(${isOne("readNormalized", plate)} or ${isOne("lpNormalized", plate)})`,
  },
  {
    table: "event_keys",
    title: "Keys of events",
    columns: ["content"],
    afterRetention: "delete",
    erasure: "delete",
    isExported: false,
    about: ({ forms }) => sql`content = any(${forms.map((form) => `plate ${form}`)}::text[])`,
  },
  {
    ...kept,
    table: "events",
    title: "Events",
    columns: ["lp", "lpRaw", "plateNormalized", "reason", "trace"],
    afterRetention: "hash",
    erasure: "anonymise",
    about: (plate) => ofEvents(plate, "id"),
  },
  {
    ...kept,
    table: "stays",
    title: "Stays",
    columns: ["vehicle"],
    afterRetention: "hash",
    erasure: "anonymise",
    about: isVehicle,
  },
  {
    ...deleted,
    table: "plate_reads",
    title: "Counts of reads",
    columns: ["plate"],
    about: (plate) => isOne("plate", plate),
  },
  {
    ...deleted,
    table: "station_handovers",
    title: "Shift handovers",
    columns: ["summary"],
    about: (plate) => mentions("summary", plate),
  },
  {
    ...deleted,
    table: "alerts",
    title: "Alerts",
    columns: ["description", "additionalInfo"],
    about: (plate) => sql`type = 'AC_WATCH_LIST' and ${mentions("additionalInfo", plate)}`,
  },
  {
    ...deleted,
    table: "outbox",
    title: "Messages to other systems",
    columns: ["payload"],
    about: (plate) => mentions("payload", plate),
  },
  {
    ...deleted,
    table: "back_tests",
    title: "Replays of past events",
    columns: ["result"],
    about: (plate) => mentions("result", plate),
  },
  {
    table: "ingest_tokens",
    title: "Last message of a device",
    columns: ["lastPayload", "lastSample"],
    afterRetention: "clear",
    erasure: "clear",
    isExported: false,
    about: (plate) => sql`(${mentions("lastPayload", plate)} or ${mentions("lastSample", plate)})`,
  },
  { ...inside, table: "access_presence", title: "Vehicles inside" },
  { ...inside, table: "passages", title: "Passages", isExported: false },
  { ...inside, table: "passage_holds", title: "Passages to confirm", isExported: false },
  { ...inside, table: "recent_denials", title: "Denials of the last day", isExported: false },
  {
    ...registered,
    table: "identifiers",
    title: "Registered plates and tags",
    columns: ["iid", "iidNormalized", "lp", "searchText"],
    about: (plate) =>
      sql`((type = 'LICENSE_PLATE' and ${isOne("iidNormalized", plate)})
        or normalize_identifier(nullif(lp, '')) = any(${[...plate.forms]}::text[]))`,
  },
  {
    ...deleted,
    table: "access_lists",
    title: "Entries of the deny and watch list",
    columns: ["iid", "iidNormalized"],
    about: (plate) => sql`(type = 'LICENSE_PLATE' and ${isOne("iidNormalized", plate)})`,
  },
  {
    ...deleted,
    table: "access_passes",
    title: "Visitor passes",
    columns: ["lp", "lpNormalized"],
    about: (plate) => isOne("lpNormalized", plate),
  },
  {
    ...registered,
    table: "access_look_alikes",
    title: "Look-alike plates",
    columns: ["one", "other"],
    about: (plate) => sql`(${isOne("one", plate)} or ${isOne("other", plate)})`,
  },
  {
    ...kept,
    table: "reservations",
    title: "Reservations",
    columns: ["lp", "lpNormalized"],
    afterRetention: "hash",
    erasure: "delete",
    about: (plate) => isOne("lpNormalized", plate),
  },
  {
    ...kept,
    table: "legal_holds",
    title: "Legal holds",
    columns: ["plate", "plateNormalized", "plateHash"],
    afterRetention: "registered",
    erasure: "keep",
    about: (plate) => isOne("plateNormalized", plate),
  },
  {
    ...kept,
    table: "audit_log",
    title: "Audit trail",
    columns: ["before", "after"],
    afterRetention: "audit",
    erasure: "keep",
    about: (plate) => sql`(${mentions("before", plate)} or ${mentions("after", plate)})`,
  },
];
