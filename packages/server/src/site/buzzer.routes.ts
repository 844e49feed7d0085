import { buzzerEndpoints } from "@gatehouse/contract/entities/buzzer/buzzer.endpoints";
import { type Buzzer, buzzer, buzzerDraft } from "@gatehouse/contract/entities/buzzer/buzzer.schema";
import { resource } from "../resources/resource.ts";
import { checkRelayOwnership } from "./relay-ownership.ts";

/** Buzzers. */
export const buzzerRoutes = resource<typeof buzzerEndpoints, Buzzer>(buzzerEndpoints, {
  table: "buzzers",
  record: buzzer,
  draft: buzzerDraft,
  locked: ["uid"],
  guardSaved: (tx, id) => checkRelayOwnership(tx, { kind: "buzzers", id }),
  constraints: { buzzers_uid: { path: "uid", message: "Another buzzer has this uid" } },
});
