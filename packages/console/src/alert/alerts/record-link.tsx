import { Link } from "@tanstack/react-router";
import { type PlacedKind, useRecordPlace } from "../record-place.ts";

/** The name of a record, linked to the page that shows it; its number if it no longer exists. */
export function RecordLink({ kind, id }: { kind: PlacedKind; id: number | string }) {
  const place = useRecordPlace(kind, id);
  if (!place) return typeof id === "number" ? `#${id}` : id;
  return (
    <Link to={place.to} search={place.open === undefined ? {} : { open: place.open }}>
      {place.name}
    </Link>
  );
}
