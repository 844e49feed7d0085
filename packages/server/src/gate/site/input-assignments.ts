import {
  type ContactFields,
  type InputLocation,
  inputKey,
  inputTaken,
  listContactInputs,
  toPositionContacts,
} from "@gatehouse/contract/position-contacts";
import { findDriver } from "@gatehouse/drivers/find-driver";
import { loopDrivers } from "@gatehouse/drivers/loops/registry";
import { sql } from "kysely";
import { advisoryLocks } from "../../platform/database/advisory-locks.ts";
import type { Tx } from "../../platform/database/database.ts";
import { httpError } from "../../platform/http/http-error.ts";

/** An input that a device reads, and the form field with its number. */
interface UsedInput extends InputLocation {
  readonly name: string;
  readonly field: string;
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly additionalInfo: unknown;
}

/** Rejects a barrier whose contact is an input of a loop detector or of another barrier. */
export async function guardContactInputs(tx: Tx, id: number): Promise<void> {
  await lockInputs(tx);
  const barriers = await tx.selectFrom("boom_barriers").select(["id", "name", "additionalInfo"]).execute();
  const own = barriers.filter((row) => row.id === id).flatMap(toContactInputs);
  if (own.length === 0) return;
  const others = barriers.filter((row) => row.id !== id).flatMap(toContactInputs);
  rejectTaken(own, [...others, ...(await listLoopRows(tx)).flatMap(toLoopInput)]);
}

/** Rejects a loop detector at an input that is the position contact of a barrier. */
export async function guardLoopInput(tx: Tx, id: number): Promise<void> {
  await lockInputs(tx);
  const own = (await listLoopRows(tx)).filter((row) => row.id === id).flatMap(toLoopInput);
  if (own.length === 0) return;
  const barriers = await tx.selectFrom("boom_barriers").select(["id", "name", "additionalInfo"]).execute();
  rejectTaken(own, barriers.flatMap(toContactInputs));
}

/** Two devices that are saved at the same time must not get the same input. */
async function lockInputs(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.inputs})`.execute(tx);
}

const listLoopRows = (tx: Tx): Promise<Row[]> =>
  tx.selectFrom("sensors").select(["id", "name", "additionalInfo"]).where("scope", "=", "loop").execute();

function toContactInputs({ name, additionalInfo }: Row): UsedInput[] {
  const contacts = toPositionContacts(additionalInfo as ContactFields);
  return contacts ? listContactInputs(contacts).map((input) => ({ ...input, name })) : [];
}

/** Loops with another driver send their pulses themselves. */
function toLoopInput({ name, additionalInfo }: Row): UsedInput[] {
  const { ip, port, channel, drv } = additionalInfo as { ip: string; port: number; channel: number; drv: string };
  return findDriver(loopDrivers, drv) ? [{ host: ip, port, input: channel, name, field: "channel" }] : [];
}

function rejectTaken(own: readonly UsedInput[], others: readonly UsedInput[]): void {
  const used = new Map(others.map((input) => [inputKey(input), input]));
  const errors = own.flatMap((input) => {
    const other = used.get(inputKey(input));
    return other ? [{ path: `additionalInfo.${input.field}`, message: inputTaken(other.name, input) }] : [];
  });
  const [first] = errors;
  if (first) throw httpError("record/taken", { message: first.message, errors });
}
