import type { BulkShape } from "../resources/bulk.ts";

const text = "text";
const time = "timestamptz";

/** How identifiers of other systems are written in bulk: known by their origin and that system's own id. */
export const identifierBulk: BulkShape = {
  table: "identifiers",
  key: ["origin", "externalId"],
  lockedBy: ["id"],
  columns: {
    origin: text,
    externalId: text,
    type: text,
    iid: text,
    iidNormalized: text,
    lp: text,
    vehicleType: text,
    parkingId: text,
    orgName: text,
    ownerName: text,
    ownerEmail: text,
    validFrom: time,
    validTo: time,
  },
};
