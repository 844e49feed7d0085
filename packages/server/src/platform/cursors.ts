import { createHmac, timingSafeEqual } from "node:crypto";
import { refuse } from "./refusal.ts";
import type { SecretKey } from "./secret-key.ts";

/** A place in a list: the row to go on from, which way, and for which question. */
export interface Place {
  id: number;
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

const macBytes = 16;

/** Cursors under a key derived for nothing else. */
export function openCursors(key: SecretKey): Cursors {
  const secret = key.derive("cursors");
  const macOf = (text: string) => createHmac("sha256", secret).update(text).digest().subarray(0, macBytes);
  return {
    write: (place) => {
      const text = JSON.stringify(place);
      return Buffer.concat([macOf(text), Buffer.from(text)]).toString("base64url");
    },
    read: (cursor, of) => {
      const bytes = Buffer.from(cursor, "base64url");
      const text = bytes.subarray(macBytes).toString();
      const isOurs = bytes.length > macBytes && timingSafeEqual(bytes.subarray(0, macBytes), macOf(text));
      const place = isOurs ? (JSON.parse(text) as Place) : undefined;
      if (place?.of !== of) throw refuse("cursor/invalid");
      return place;
    },
  };
}
