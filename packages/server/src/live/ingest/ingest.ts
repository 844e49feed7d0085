import type { Sighting } from "@gatehouse/drivers/plate-feeds/feed";
import type { Services } from "../../platform/services.ts";
import type { Field } from "../field/field.ts";
import type { ImageIntake } from "../images/image-intake.ts";
import { arrivalOf, moduleOf, type Sender, sourceIn, sourceNameOf } from "./arrival.ts";
import { storeBatch } from "./batch.ts";
import { openIngestQueue } from "./ingest-queue.ts";
import { addNewCamera } from "./new-camera.ts";
import type { Site, SiteFacts } from "./site.ts";

/** Takes sightings in: decided, stored and acted upon, or said why not. */
export interface Ingest {
  /** Ends once everything is stored; gives what was left out and why, where something was. */
  take(sender: Sender, sightings: readonly Sighting[], receivedAt: Date): Promise<readonly string[]>;
  settled(): Promise<void>;
}

/** The way of an event: queue, decision, one transaction, effects. */
export function openIngest(
  services: Services,
  parts: { facts: SiteFacts; field: Field; images: ImageIntake | null },
): Ingest {
  const { db, log } = services;
  const { facts, field, images } = parts;

  const queue = openIngestQueue(async (arrivals) => {
    const isLeading = field.isLeading();
    const stored = await storeBatch({ db, site: await facts.now(), isLeading }, arrivals);
    field.carryOut(stored.commands);
    for (const { arrival, outcome } of stored.outcomes)
      if (arrival.images.length > 0) images?.add(outcome.event, arrival.images);
  }, log);

  /** The sender as the site knows it now, which may have changed since it was let in. */
  function senderIn(site: Site, sender: Sender): Sender | undefined {
    if (sender.kind === "sensor") {
      const sensor = site.sensors.get(sender.sensor.id);
      return sensor && { kind: "sensor", sensor };
    }
    const device = site.devices.get(sender.device.id);
    return device && { kind: "device", device };
  }

  async function siteWith(sender: Sender, sightings: readonly Sighting[]): Promise<Site> {
    const site = await facts.now();
    if (sender.kind === "sensor") return site;
    const missing = new Set(
      sightings
        .map(({ source }) => sourceNameOf(source))
        .filter((named) => sourceIn(site, senderIn(site, sender) ?? sender, named) === undefined),
    );
    if (missing.size === 0) return site;
    const device = site.devices.get(sender.device.id) ?? sender.device;
    for (const named of missing) await addNewCamera(db, device, named);
    facts.drop();
    return facts.now();
  }

  return {
    take: async (sender, sightings, receivedAt) => {
      const known = await facts.now();
      const left: string[] = [];
      const wanted = sightings.filter((sighting) => {
        const module = moduleOf(sender, sighting);
        if (module === null) left.push(`Its module has no use for a ${sighting.kind}`);
        // MOD-3: an inactive module ignores its devices.
        else if (!known.modules[module]) left.push("Its module is switched off");
        else return true;
        return false;
      });
      const site = wanted.length === 0 ? known : await siteWith(sender, wanted);
      const now = senderIn(site, sender);
      const arrivals = wanted.flatMap((sighting) => {
        const module = moduleOf(sender, sighting);
        const source = now && sourceIn(site, now, sourceNameOf(sighting.source));
        if (!now || module === null) return [];
        if (source) return [arrivalOf(site, { sender: now, source, module, sighting, receivedAt })];
        left.push("It speaks of too many cameras that nobody has saved");
        return [];
      });
      await queue.add(arrivals);
      return [...new Set(left)];
    },
    settled: queue.settled,
  };
}
