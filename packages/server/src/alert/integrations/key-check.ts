import type { KeyPurpose } from "@gatehouse/contract/entities/integration";
import type { KeyHolder } from "../../platform/http/call.ts";
import { createKeyCheck } from "../../platform/security/key-check.ts";
import type { Services } from "../../platform/services.ts";
import { findKeyHolder, listKeyAddresses } from "../integration-key.store.ts";

export const createIntegrationKeyCheck = ({ db, clock }: Pick<Services, "db" | "clock">) =>
  createKeyCheck<KeyHolder, KeyPurpose>(clock, {
    find: (key, purpose, address) => findKeyHolder(db, key, purpose, { now: clock.now(), address }),
    idOf: ({ keyId }) => keyId,
    listAddresses: () => listKeyAddresses(db),
  });
