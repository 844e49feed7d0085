/** The event that a row of a report links to: the module as in the paths of events, and the id. */
export interface EventReference {
  readonly module: string;
  readonly id: number;
}

/** The reference as text, such as `anpr-ac/123`. */
export const formatEventReference = ({ module, id }: EventReference): string => `${module}/${id}`;

/** Reads a reference; undefined if the text is none. */
export function parseEventReference(text: string): EventReference | undefined {
  const found = /^([a-z-]+)\/(\d+)$/.exec(text);
  if (!found) return undefined;
  const [, module = "", id] = found;
  return { module, id: Number(id) };
}
