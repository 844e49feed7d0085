import { findIn, listIn } from "@gatehouse/contract/collections";
import { asText } from "@gatehouse/contract/fields/as-text";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import { toModbusUnit } from "@gatehouse/contract/fields/modbus-unit";
import { type ContactFields, type PositionContacts, toPositionContacts } from "@gatehouse/contract/position-contacts";
import type { RelayAddress } from "@gatehouse/drivers/relays/relay";
import type { SignAddress } from "@gatehouse/drivers/signs/sign";
import type {
  SiteActuator as DecisionActuator,
  SiteDisplay as DecisionDisplay,
  SiteGate as DecisionGate,
} from "@gatehouse/engine/site/site";
import type { ReadDb } from "../platform/database/database.ts";
import { relayDeviceColumns } from "./site/relay-assignments.ts";

/** A relay with the driver of its board; the address is null if none was entered. */
export interface SiteRelay {
  readonly driver: string;
  readonly address: RelayAddress | null;
}

/** A barrier or buzzer with its relay. */
export interface SiteActuator extends DecisionActuator {
  readonly relay: SiteRelay;
  /** The relay is on while the device rests: it sounds while its relay is off. */
  readonly restsOn: boolean;
  /** False without an address, and for a device stored on a relay that another one uses. */
  readonly hasAssignedRelay: boolean;
  /** Only barriers have them. */
  readonly contacts: PositionContacts | null;
}

/** A display with its address. */
export type SiteDisplay =
  | (Extract<DecisionDisplay, { type: "grid" }> & {
      readonly driver: string;
      readonly address: SignAddress | null;
      /** The encrypted community string of an SNMP sign. */
      readonly communitySecret: string | null;
      readonly idle: readonly string[];
      readonly variables: readonly { readonly variableId: number; readonly label: string }[];
    })
  | (Extract<DecisionDisplay, { type: "binary" }> & { readonly relay: SiteRelay; readonly variableId: number | null })
  | Extract<DecisionDisplay, { type: "multimedia" }>;

/** A gate with everything that is wired to it. */
export interface SiteGate extends DecisionGate {
  readonly barrier: SiteActuator | null;
  readonly buzzer: SiteActuator | null;
  readonly displays: readonly SiteDisplay[];
  /** The loop detector in front of its barrier. */
  readonly loopId: number | null;
}

/** The gates, what is wired to each, and all displays. */
export interface SiteWiring {
  readonly gates: ReadonlyMap<number, SiteGate>;
  readonly gateOfCamera: ReadonlyMap<number, SiteGate>;
  readonly gateOfSensor: ReadonlyMap<number, SiteGate>;
  readonly displays: ReadonlyMap<number, SiteDisplay>;
  /** Includes barriers that no gate uses. */
  readonly barriers: ReadonlyMap<number, SiteActuator>;
  /** Includes buzzers that no gate uses. */
  readonly buzzers: ReadonlyMap<number, SiteActuator>;
}

/** Loads the gates with everything wired to them. */
export async function loadWiring(db: ReadDb): Promise<SiteWiring> {
  const [gateRows, gateDisplays, barriers, buzzers, displays] = await Promise.all([
    db.selectFrom("gates").selectAll().orderBy("id").execute(),
    db.selectFrom("gate_displays").selectAll().orderBy("position").execute(),
    loadActuators(db, "boom_barriers"),
    loadActuators(db, "buzzers"),
    loadDisplays(db),
  ]);
  const displaysOf = Map.groupBy(gateDisplays, ({ gateId }) => gateId);
  const gates = gateRows.map(
    (row): SiteGate => ({
      id: row.id,
      name: row.name,
      type: row.type as GateType,
      cameraId: row.cameraId,
      sensorId: row.sensorId,
      barrier: findIn(barriers, row.boomBarrierId) ?? null,
      buzzer: findIn(buzzers, row.buzzerId) ?? null,
      fromAreaId: row.fromAreaId,
      toAreaId: row.toAreaId,
      loopId: row.loopId,
      displays: listIn(displaysOf, row.id)
        .map(({ displayId }) => displays.get(displayId))
        .filter((display) => display !== undefined),
    }),
  );
  // If two gates share a camera or reader, the first one gets its events.
  const firstBy = (key: "cameraId" | "sensorId") =>
    new Map(gates.toReversed().flatMap((gate) => (gate[key] === null ? [] : [[gate[key], gate] as const])));
  return {
    gates: new Map(gates.map((gate) => [gate.id, gate])),
    gateOfCamera: firstBy("cameraId"),
    gateOfSensor: firstBy("sensorId"),
    displays,
    barriers,
    buzzers,
  };
}

/** Barriers or buzzers by id, including those that no gate uses. */
export async function loadActuators(
  db: ReadDb,
  table: "boom_barriers" | "buzzers",
): Promise<ReadonlyMap<number, SiteActuator>> {
  const deviceColumn = relayDeviceColumns[table];
  const rows = await db
    .selectFrom(table)
    .select(({ exists, selectFrom }) => [
      "id",
      "name",
      "additionalInfo",
      exists(
        selectFrom("relay_assignments")
          .select("relay_assignments.id")
          .whereRef(`relay_assignments.${deviceColumn}`, "=", `${table}.id`),
      ).as("hasAssignedRelay"),
    ])
    .execute();
  return new Map(
    rows.map(({ id, name, additionalInfo, hasAssignedRelay }) => {
      const { tmr, ind } = additionalInfo as { tmr?: number; ind?: 0 | 1 };
      const contacts = toPositionContacts(additionalInfo as ContactFields);
      const device = { id, name, relay: relayOf(additionalInfo), restsOn: ind === 1, seconds: tmr ?? null, contacts };
      return [id, { ...device, hasAssignedRelay: hasAssignedRelay === true }];
    }),
  );
}

interface RelayInfo {
  ip?: string;
  port: number;
  rel: number;
  drv: string;
  ser?: string | number;
}

function relayOf(additionalInfo: unknown): SiteRelay {
  const { ip, port, rel, drv, ser } = additionalInfo as RelayInfo;
  return { driver: drv, address: ip ? { host: ip, port, relayNumber: rel, unitId: toModbusUnit(ser) } : null };
}

interface GridInfo {
  ip?: string;
  port: number;
  chars: number;
  rows: number;
  drv: string;
  tmr: number;
  idl?: string[];
  accessControl?: { accessGrantedMessage?: string; accessDeniedMessage?: string };
}

/** Displays by id. */
export async function loadDisplays(db: ReadDb): Promise<ReadonlyMap<number, SiteDisplay>> {
  const rows = await db
    .selectFrom("displays")
    .select(["id", "name", "scope", "type", "additionalInfo", "communitySecret"])
    .execute();
  const variables = Map.groupBy(
    await db.selectFrom("display_variables").selectAll().orderBy("position").execute(),
    ({ displayId }) => displayId,
  );
  const displays = rows.map(({ additionalInfo, type, communitySecret, ...row }): SiteDisplay => {
    const shownVariables = listIn(variables, row.id);
    if (type === "multimedia") return { ...row, type, seconds: 0 };
    if (type === "binary") {
      const { tmr, ind } = additionalInfo as { tmr: number; ind?: "r" | "g" };
      const variableId = shownVariables[0]?.variableId ?? null;
      return { ...row, type, seconds: tmr, relay: relayOf(additionalInfo), indicates: ind ?? null, variableId };
    }
    const { ip, port, rows: lines, chars, drv, tmr, idl = [], accessControl } = additionalInfo as GridInfo;
    return {
      ...row,
      type: "grid",
      seconds: tmr,
      driver: drv,
      address: ip ? { host: ip, port, rows: lines, chars } : null,
      communitySecret,
      idle: idl,
      granted: asText(accessControl?.accessGrantedMessage),
      denied: asText(accessControl?.accessDeniedMessage),
      variables: shownVariables.map(({ variableId, label }) => ({ variableId, label: asText(label) })),
    };
  });
  return new Map(displays.map((display) => [display.id, display]));
}
