import type { Sighting } from "@gatehouse/drivers/plate-feeds/feed";
import { againAfter, deadlock } from "../../platform/deadlock.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Services } from "../../platform/services.ts";
import type { Field } from "../field/field.ts";
import type { FieldCommand } from "../field/field-command.ts";
import type { ImageIntake } from "../images/image-intake.ts";
import {
  type Arrival,
  arrivalOf,
  moduleOf,
  type Push,
  type Sender,
  sourceIn,
  sourceNameOf,
  unnamed,
} from "./arrival.ts";
import { refusedMeanwhile, storeBatch } from "./batch.ts";
import { openIngestQueue } from "./ingest-queue.ts";
import { addNewCameras } from "./new-camera.ts";
import type { StoredEvent } from "./outcome.ts";
import type { Site, SiteFacts } from "./site.ts";
import { withdrawEvents } from "./withdraw-events.ts";

/** Takes sightings in: decided, stored and acted upon, or said why not. */
export interface Ingest {
  /** Ends once everything is stored; gives what was left out and why, where something was. */
  take(sender: Sender, sightings: readonly Sighting[], push: Push): Promise<readonly string[]>;
  settled(): Promise<void>;
}

/** The way of an event: queue, decision, one transaction, effects. */
export function openIngest(
  services: Services,
  parts: { facts: SiteFacts; field: Field; images: ImageIntake | null },
): Ingest {
  const { db, clock, log } = services;
  const { facts, field, images } = parts;

  // Those that nobody had sent before.
  const fresh = new WeakSet<Arrival>();
  const queue = openIngestQueue(async (arrivals) => {
    const stored = await storedOnce(arrivals);
    // SAFE-5: from here on these pushes are accepted; one that was refused meanwhile opens nothing.
    const refused = stored.outcomes
      .filter(({ arrival, outcome }) => !arrival.deadline.settle() && outcome.event.timing === "live")
      .map(({ outcome }) => outcome.event);
    const refusedIds = new Set<number | null>(refused.map(({ id }) => id));
    const { held = [], sent = [] } = Object.groupBy(stored.commands, ({ eventId }) =>
      refusedIds.has(eventId) ? "held" : "sent",
    );
    field.carryOut(sent);
    if (refused.length > 0) withdraw(refused, held);
    for (const { arrival, outcome } of stored.outcomes) {
      fresh.add(arrival);
      if (arrival.images.length > 0) images?.add(outcome.event, arrival.images);
    }
  }, log);

  const withdrawing = new Set<Promise<void>>();
  function withdraw(events: readonly StoredEvent[], held: readonly FieldCommand[]): void {
    const work = withdrawEvents(db, events, held, clock.now())
      .catch((error: unknown) => log.error({ error }, "could not mark the events of a refused push as late"))
      .finally(() => withdrawing.delete(work));
    withdrawing.add(work);
  }

  /** Whoever was in the way, or deleted a gate in this very moment, is not there the second time. */
  const storedOnce = (arrivals: readonly Arrival[]) =>
    againAfter([...passing, refusedMeanwhile], async (isAgain) => {
      if (isAgain) facts.drop();
      return storeBatch({ db, clock, site: await facts.now(), isLeading: field.isLeading() }, arrivals);
    });

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
        .filter((named) => sourceIn(site, senderIn(site, sender) ?? sender, named) === undefined)
        .map((named) => named ?? unnamed),
    );
    if (missing.size === 0) return site;
    const device = site.devices.get(sender.device.id) ?? sender.device;
    await addNewCameras(db, device, [...missing]);
    facts.drop();
    return facts.now();
  }

  return {
    take: async (sender, sightings, push) => {
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
      if (push.deadline.isOver()) throw refuse("server/unavailable");
      const now = senderIn(site, sender);
      const arrivals = wanted.map((sighting) => {
        const module = moduleOf(sender, sighting);
        const source = now && (sourceIn(site, now, sourceNameOf(sighting.source)) ?? sourceIn(site, now, unnamed));
        // A device that was deleted in this very moment is none any more.
        if (!now || module === null || !source) throw refuse("ingest/refused");
        return arrivalOf(site, clock, { sender: now, source, module, sighting, push });
      });
      await queue.add(arrivals);
      const again = arrivals.filter((arrival) => !fresh.has(arrival)).length;
      if (again > 0) left.push(`${again} of ${arrivals.length} sent before, by the event's id`);
      return [...new Set(left)];
    },
    settled: async () => {
      await queue.settled();
      await Promise.all(withdrawing);
    },
  };
}

/** Two that waited for each other, and rows that point to something which was just deleted. */
const passing = [deadlock, "23503"];
