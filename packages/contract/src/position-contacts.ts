import { hardwareDrivers } from "./hardware-drivers.ts";
import { boardId } from "./hardware-status.ts";

/** Fields of a barrier that say where its position contacts are. */
export interface ContactFields {
  readonly ip?: string | null | undefined;
  readonly port: number;
  readonly drv: string;
  readonly openInput?: number | null | undefined;
  readonly closedInput?: number | null | undefined;
  readonly inputIp?: string | null | undefined;
  readonly inputPort?: number | null | undefined;
  readonly inputDrv?: string | null | undefined;
}

/** The position contacts of a barrier: inputs of one board, numbered from 1. */
export interface PositionContacts {
  readonly driver: string;
  readonly host: string;
  readonly port: number;
  readonly open: number | null;
  readonly closed: number | null;
}

/** The position contacts; null without one. Without a board of their own, they are on the board of the relay. */
export function toPositionContacts(fields: ContactFields): PositionContacts | null {
  const { ip, port, drv, openInput, closedInput, inputIp, inputPort, inputDrv } = fields;
  const host = inputIp ?? ip;
  if ((!openInput && !closedInput) || !host) return null;
  return {
    driver: inputDrv ?? drv,
    host,
    port: inputPort ?? port,
    open: openInput ?? null,
    closed: closedInput ?? null,
  };
}

/** An error of the contact fields, at the field that it concerns. */
export function findContactError(
  fields: ContactFields,
): { readonly field: keyof ContactFields; readonly message: string } | undefined {
  const { openInput, closedInput } = fields;
  if (!openInput && !closedInput) return undefined;
  if (openInput === closedInput)
    return { field: "closedInput", message: "Must be another input than the open contact" };
  const contacts = toPositionContacts(fields);
  if (!contacts) return { field: "inputIp", message: "Enter the address of the board with the contacts" };
  if ((hardwareDrivers.loop as readonly string[]).includes(contacts.driver)) return undefined;
  const drivers = hardwareDrivers.loop.join(" or ");
  return { field: "inputDrv", message: `Must be ${drivers}, which can read contacts` };
}

/** An input of a board. */
export interface InputLocation {
  readonly host: string;
  readonly port: number;
  readonly input: number;
}

/** A key of an input, independent of the notation of its host. */
export const inputKey = ({ host, port, input }: InputLocation): string => `${boardId({ host, port })} ${input}`;

/** The inputs of position contacts, with the field of each. */
export const listContactInputs = ({ host, port, open, closed }: PositionContacts) =>
  [
    { field: "openInput", input: open },
    { field: "closedInput", input: closed },
  ].flatMap(({ field, input }) => (input === null ? [] : [{ field, host, port, input }]));

/** A contact shares its input with nothing. */
export const inputTaken = (name: string, { host, port, input }: InputLocation): string =>
  `"${name}" already uses input ${input} of ${host}:${port}.`;
