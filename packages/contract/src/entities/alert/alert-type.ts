import type { ModuleKind } from "../../modules/module-kind.ts";

/** Everything that can go wrong at a site and needs a person. */
export const alertTypes = [
  "EPLD_MISSING_SLOT",
  "EPLD_NEW_SLOT",
  "EPLD_CAMERA_NAME_CHANGE",
  "EPLD_PZQUBE_SLOT_ERROR",
  "AC_MYGATE_SYNC_API_FAILED",
  "AC_MYGATE_NOTIFY_API_FAILED",
  "AC_CAMERA_SYNC_FAILED",
  "AC_ANPR_BOOMBARRIER_TRIGGER_FAILED",
  "AC_RFID_BOOMBARRIER_TRIGGER_FAILED",
  "AC_TICKET_VENDING_FAILED",
  "INGEST_SECRET_UNREADABLE",
  "DEVICE_PASSWORD_UNREADABLE",
] as const;

/** One of the alert types. */
export type AlertType = (typeof alertTypes)[number];

/** The parts of the product that raise alerts. */
export const alertScopes = ["ac", "cc", "epld"] as const;

/** One of the scopes. */
export type AlertScope = (typeof alertScopes)[number];

/** ALERT-5: the recommended action, or null where the error itself is all there is to say. */
export const alertAdvice: Record<AlertType, string | null> = {
  EPLD_MISSING_SLOT:
    "Recommended action: add the slot in the product, or update the equations that use it and then delete the slot from the camera.",
  EPLD_NEW_SLOT: "Recommended action: sync the camera.",
  EPLD_PZQUBE_SLOT_ERROR: "Ensure the slot sensor works properly.",
  EPLD_CAMERA_NAME_CHANGE: null,
  AC_MYGATE_SYNC_API_FAILED: null,
  AC_MYGATE_NOTIFY_API_FAILED: null,
  AC_CAMERA_SYNC_FAILED: null,
  AC_ANPR_BOOMBARRIER_TRIGGER_FAILED: null,
  AC_RFID_BOOMBARRIER_TRIGGER_FAILED: null,
  AC_TICKET_VENDING_FAILED: null,
  INGEST_SECRET_UNREADABLE:
    'Recommended action: open the device in its settings, issue a new secret under "Pushing events" and enter it in the device.',
  DEVICE_PASSWORD_UNREADABLE: "Recommended action: open the device in its settings and enter its password again.",
};

const deviceScopes: Partial<Record<ModuleKind, AlertScope>> = { EPLD: "epld", CAMERA_COUNTING: "cc" };

/** The scope of an alert about a device of a module. */
export const alertScopeOf = (module: ModuleKind): AlertScope => deviceScopes[module] ?? "ac";
