import { legalHold, legalHoldEndpoints } from "@gatehouse/contract/entities/privacy";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { resource } from "../../platform/resources/resource.ts";
import type { Services } from "../../platform/services.ts";
import { hashPlate } from "../plate-hashes.ts";

/** Legal holds. A hold also covers records whose plate is already replaced by its hash. */
export const legalHoldRoutes = ({ keyedHash }: Pick<Services, "keyedHash">) =>
  resource(legalHoldEndpoints, {
    table: "legal_holds",
    record: legalHold,
    encode: ({ plate, ...fields }) => ({
      ...fields,
      plate: plate ?? null,
      plateNormalized: plate ? normalizeIdentifier(String(plate)) : null,
      plateHash: plate ? hashPlate(String(plate), keyedHash) : null,
    }),
  });
