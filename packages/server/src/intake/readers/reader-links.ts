import { findDriver } from "@gatehouse/drivers/find-driver";
import type { ReaderDriver } from "@gatehouse/drivers/readers/reader";
import { readerDrivers } from "@gatehouse/drivers/readers/registry";
import type { Site, SiteSensor } from "../../gate/site-cache.ts";

/** One connection and the readers behind it, which differ by their antenna (`channel`). */
export interface ReaderLink {
  readonly driver: ReaderDriver;
  readonly host: string;
  /** The port to connect to; null if the reader connects to the RFID server. */
  readonly port: number | null;
  readonly readers: readonly SiteSensor[];
}

/**
 * The connections to readers, by key. A reader without a port connects to the RFID server if that has the same driver;
 * otherwise the driver's default port is used. Readers with another driver push their tags.
 */
export function listReaderLinks(site: Pick<Site, "modules" | "rfidServer" | "sensors">): Map<string, ReaderLink> {
  const links = new Map<string, ReaderLink>();
  // An inactive module ignores its devices.
  if (!site.modules.RFID_ACCESS_CONTROL) return links;
  for (const sensor of site.sensors.values()) {
    const { scope, ip: host, driver: name } = sensor;
    const driver = findDriver(readerDrivers, name);
    if (scope !== "ac" || host === "" || !driver) continue;
    const port = sensor.port ?? (site.rfidServer?.drv === name ? null : driver.defaultPort);
    const key = `${name} ${host} ${port ?? "incoming"}`;
    links.set(key, { driver, host, port, readers: [...(links.get(key)?.readers ?? []), sensor] });
  }
  return links;
}

/** The readers of a tag: those of its antenna, otherwise those without an antenna. */
export function findReaders({ readers }: ReaderLink, antenna: number | null): readonly SiteSensor[] {
  const ofAntenna = readers.filter(({ channel }) => channel !== null && channel === antenna);
  if (ofAntenna.length > 0) return ofAntenna;
  // A reader that names no antenna has only one.
  if (antenna === null && readers.length === 1) return readers;
  return readers.filter(({ channel }) => channel === null);
}
