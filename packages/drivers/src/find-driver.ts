/** Finds a driver by a name from a form or the database; undefined if no driver has that name. */
export function findDriver<Name extends string, Driver>(
  drivers: Readonly<Record<Name, Driver>>,
  name: string,
): Driver | undefined {
  return Object.hasOwn(drivers, name) ? drivers[name as Name] : undefined;
}
