import { type Buzzer, buzzer, buzzerDraft, buzzerEndpoints } from "@gatehouse/contract/entities/buzzer";
import { resource } from "../../platform/resources/resource.ts";
import { prepareRelayAssignment } from "./relay-assignments.ts";

export const buzzerRoutes = resource<typeof buzzerEndpoints, Buzzer>(buzzerEndpoints, {
  table: "buzzers",
  record: buzzer,
  draft: buzzerDraft,
  locked: ["uid"],
  prepareSave: prepareRelayAssignment("buzzers"),
  constraints: { buzzers_uid: { path: "uid", message: "Another buzzer has this uid" } },
});
