import { parseAntenna } from "@gatehouse/drivers/antenna";
import type { TagDetection } from "@gatehouse/drivers/readers/reader";
import { addTagRead, noTags, type TagPresences } from "@gatehouse/engine/tag-presence/tag-presence";
import type { SensorRecorder } from "../ingest/sensor-recorder.ts";
import type { Services } from "../platform/services.ts";
import { findReaders, type ReaderLink } from "./reader-links.ts";

/** Passes the tags of readers on to ingest. */
export interface TagFeed {
  add(link: ReaderLink, detections: readonly TagDetection[], passageMs: number): void;
}

/** Creates a feed. The tags in the field are remembered per reader, also while it reconnects. */
export function createTagFeed({ clock, log }: Pick<Services, "clock" | "log">, recorder: SensorRecorder): TagFeed {
  const tagsOf = new Map<number, TagPresences>();

  return {
    add: (link, detections, passageMs) => {
      for (const detection of detections) {
        const readers = findReaders(link, parseAntenna(detection.source));
        if (readers.length === 0) log.warn({ host: link.host, source: detection.source }, "no reader has this antenna");
        for (const reader of readers) {
          const read = { tag: detection.tag, atMs: clock.monotonicMs() };
          const { tags, isPassedOn } = addTagRead(tagsOf.get(reader.id) ?? noTags, read, passageMs);
          tagsOf.set(reader.id, tags);
          // With its time, a read that could not be stored at once does not count as new when it is retried.
          if (isPassedOn) recorder.add(reader, { ...detection, at: detection.at ?? clock.now() });
        }
      }
    },
  };
}
