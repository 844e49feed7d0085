import { refuse } from "../http/refusal.ts";
import type { SecretKey } from "./secret-key.ts";
import { createSignedText } from "./signed-text.ts";

/** A place in a list: the row to go on from, which way, and for which question. */
export interface Place {
  id: number;
  /** The row's time, in lists that are ordered by it. */
  at?: string;
  way: "next" | "prev";
  /** The filters it belongs to: a place in one list is none in another. */
  of: string;
}

/** Writes places as texts that only this installation can have made. */
export interface Cursors {
  write(place: Place): string;
  /** Refuses what was altered, or made for other filters. */
  read(cursor: string, of: string): Place;
}

/** Cursors under a key derived for nothing else. */
export function createCursors(key: SecretKey): Cursors {
  const texts = createSignedText(key.derive("cursors"));
  return {
    write: (place) => texts.sign(JSON.stringify(place)),
    read: (cursor, of) => {
      const text = texts.read(cursor);
      const place = text === undefined ? undefined : (JSON.parse(text) as Place);
      if (place?.of !== of) throw refuse("cursor/invalid");
      return place;
    },
  };
}
