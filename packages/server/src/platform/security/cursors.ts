import { httpError } from "../http/http-error.ts";
import type { SecretKey } from "./secret-key.ts";
import { createSignedText } from "./signed-text.ts";

/** A position in a list, from which the next or previous page starts. */
export interface Place {
  id: number;
  /** The row's time, in lists ordered by time. */
  at?: string;
  way: "next" | "prev";
  /** The filters of the list: a cursor is valid with the same filters only. */
  of: string;
}

/** Encodes list positions as signed cursors. */
export interface Cursors {
  write(place: Place): string;
  /** Rejects a cursor that was altered or belongs to other filters. */
  read(cursor: string, of: string): Place;
}

export function createCursors(key: SecretKey): Cursors {
  const texts = createSignedText(key.derive("cursors"));
  return {
    write: (place) => texts.sign(JSON.stringify(place)),
    read: (cursor, of) => {
      const text = texts.read(cursor);
      const place = text === undefined ? undefined : (JSON.parse(text) as Place);
      if (place?.of !== of) throw httpError("cursor/invalid");
      return place;
    },
  };
}
