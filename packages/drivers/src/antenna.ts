/** The source of a detection at an antenna. */
export const toAntennaSource = (antenna: number): string => `antenna ${antenna}`;

/** The antenna of a detection's source; null if the reader named none. */
export function parseAntenna(source: string | null): number | null {
  const found = source === null ? null : /^antenna (\d+)$/.exec(source);
  return found && Number(found[1]);
}
