type Row = Record<string, unknown>;

/** The last known state of the records that earlier calls created or read, by name. */
export type Kept = Readonly<Record<string, Row>>;

type Body = object | ((kept: Kept) => object);

/** A call in the wording of the documents. It must succeed. */
export interface DocumentedCall {
  readonly title: string;
  /** Method and path; `{lane}` stands for the id of the kept record "lane". */
  readonly call: string;
  readonly body?: Body;
  /** The name under which the record of the response is kept. */
  readonly keep?: string;
  /** How to recognize the record in a list; by default by the id of the kept record. */
  readonly where?: Row;
}

/** Sends a body, and keeps the response under a name if there is one. */
export const send = (call: string, body?: Body, keep?: string): DocumentedCall => ({
  title: `WIRE-8 ${call}`,
  call,
  ...(body && { body }),
  ...(keep !== undefined && { keep }),
});

/** Reads a list and keeps the record from it; by its id, or by the given fields. */
export const read = (call: string, keep?: string, where?: Row): DocumentedCall => ({
  title: `WIRE-8 ${call}`,
  call,
  ...(keep !== undefined && { keep }),
  ...(where && { where }),
});

/** Sends back what was read, with some fields replaced. */
export const back = (call: string, name: string, replaced: Row = {}): DocumentedCall => ({
  title: `WIRE-7 ${call} with what was read`,
  call,
  body: (kept: Kept) => ({ ...kept[name], ...replaced }),
  ...(call.startsWith("POST") ? {} : { keep: name }),
});
