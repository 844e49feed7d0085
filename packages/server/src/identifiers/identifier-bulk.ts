import type { BulkShape } from "../resources/bulk.ts";

const text = "text";
const time = "timestamptz";

/** Bulk writes of identifiers from other systems, identified by origin and external id. */
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
