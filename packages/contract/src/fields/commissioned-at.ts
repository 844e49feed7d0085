import { instant } from "./time.ts";

/** MOD-2: when a device last went out to the field controller; null while it never did. */
export const commissionedAt = instant.nullable();
