import type { ModuleKind } from "../modules/module.ts";

/** The faults that need the attention of an operator. */
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
  "AC_WATCH_LIST",
  "AREA_COUNT_IMPOSSIBLE",
  "DEVICE_CLOCK_DRIFT",
  "LOOP_STUCK",
  "CC_CAMERA_SILENT",
  "HARDWARE_OFFLINE",
  "READER_OFFLINE",
  "CAMERA_STREAM_DOWN",
  "CAMERA_SINK_PORT_UNAVAILABLE",
  "INGEST_SECRET_UNREADABLE",
  "DEVICE_PASSWORD_UNREADABLE",
  "INGEST_NOT_UNDERSTOOD",
  "AI_DEVICE_OFFLINE",
  "AREA_FULL",
  "VEHICLE_OVERSTAY",
  "DISK_NEARLY_FULL",
  "TLS_CERTIFICATE",
  "OPENINGS_SLOW",
  "NOTIFICATION_FAILED",
  "REPORT_FAILED",
  "BACKUP_FAILED",
] as const;

export type AlertType = (typeof alertTypes)[number];

/** The parts of the product that raise alerts. */
export const alertScopes = ["ac", "cc", "epld"] as const;

export type AlertScope = (typeof alertScopes)[number];

/** The recommended action; null if the error message is enough. */
export const alertAdvice = {
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
  AC_WATCH_LIST: null,
  AREA_COUNT_IMPOSSIBLE:
    "Recommended action: count the vehicles in the area and correct the count on the overview. If it happens again, let another source lead.",
  DEVICE_CLOCK_DRIFT:
    "Recommended action: let the device set its clock from a time server (NTP), and check its time zone. Events with a wrong time may open no gate.",
  LOOP_STUCK:
    "Recommended action: remove any vehicle or metal from the loop. If it is empty, reset the detector and check the cable of the loop.",
  CC_CAMERA_SILENT:
    "Recommended action: check the camera's power, network and view, and that its device still sends events.",
  HARDWARE_OFFLINE:
    "Recommended action: check the power supply and the network cable of the device, and its address in the settings.",
  READER_OFFLINE:
    "Recommended action: check the reader's power and network cable, and its address, port and driver in RFID Settings.",
  CAMERA_STREAM_DOWN:
    "Recommended action: check that the media server runs and reaches the camera, and that the health URL of the camera is right.",
  CAMERA_SINK_PORT_UNAVAILABLE:
    "Recommended action: stop the other program that uses the port, or enter another sink port for the camera, here and in the camera.",
  INGEST_SECRET_UNREADABLE:
    'Recommended action: open the device in its settings, issue a new secret under "Event push" and enter it in the device.',
  DEVICE_PASSWORD_UNREADABLE: "Recommended action: open the device in its settings and enter its password again.",
  INGEST_NOT_UNDERSTOOD:
    'Recommended action: open the device in its settings, compare its last message under "Event push" with the supported formats and correct the format in the device, or assign its values under "Custom format".',
  AI_DEVICE_OFFLINE:
    "Recommended action: check the power supply and the network cable of the device, and its address and password in the settings.",
  AREA_FULL: "Recommended action: send vehicles elsewhere, or correct the list of vehicles inside if it is wrong.",
  VEHICLE_OVERSTAY:
    "Recommended action: contact the owner. If the vehicle has left, remove it from the list of vehicles inside.",
  DISK_NEARLY_FULL:
    "Recommended action: free some space on the disk of the server, or keep event images for fewer days. Until then the oldest images are deleted and new ones are not stored.",
  TLS_CERTIFICATE:
    "Recommended action: renew the certificate, and check that the server may read the files of TLS_CERT and TLS_KEY. They are used without a restart.",
  OPENINGS_SLOW:
    "Recommended action: check the load and the disk of the database server, then the network of the relay boards. Drivers wait meanwhile.",
  NOTIFICATION_FAILED: null,
  REPORT_FAILED: null,
  BACKUP_FAILED: null,
} as const satisfies Record<AlertType, string | null>;

/** The types whose details begin with the error message. */
type ErrorAlertType = { [Type in AlertType]: (typeof alertAdvice)[Type] extends null ? Type : never }[AlertType];

const remedies: Record<ErrorAlertType, string> = {
  EPLD_CAMERA_NAME_CHANGE: "First: open the device in its settings and sync the camera.",
  AC_MYGATE_SYNC_API_FAILED: "First: check the sync API URL and the API key in ANPR Settings, then sync again.",
  AC_MYGATE_NOTIFY_API_FAILED: "First: check the notify API URL and the API key in ANPR Settings.",
  AC_CAMERA_SYNC_FAILED: "First: check the device of the camera, then sync the camera again.",
  AC_ANPR_BOOMBARRIER_TRIGGER_FAILED:
    "First: check the power and the network cable of the barrier's board, then open the gate by hand.",
  AC_RFID_BOOMBARRIER_TRIGGER_FAILED:
    "First: check the power and the network cable of the barrier's board, then open the gate by hand.",
  AC_TICKET_VENDING_FAILED:
    "First: check the URL of the ticket service in the configuration, and that the service runs.",
  AC_WATCH_LIST: "First: look at the vehicle's latest event, and follow the note of the watch list.",
  REPORT_FAILED: "First: produce the report by hand on the page Reports, and look at its reason if it fails again.",
  BACKUP_FAILED:
    "First: check that the folder of backups (BACKUP_DIR) can be written and has space. The server tries again every 15 minutes.",
  NOTIFICATION_FAILED: "First: check the mail server or the webhook under Settings, Notifications, and send a test.",
};

/** What to try first about an error; undefined if the advice says it. */
export const alertRemedies: Readonly<Partial<Record<AlertType, string>>> = remedies;

/** The scope of an alert about a device of a module. */
export const alertScopeOf: Record<ModuleKind, AlertScope> = {
  EPLD: "epld",
  CAMERA_COUNTING: "cc",
  ANPR_ACCESS_CONTROL: "ac",
  RFID_ACCESS_CONTROL: "ac",
  LOOP_DETECTOR: "ac",
  OSD: "ac",
  REPORTING: "ac",
};

/** A fault to raise as an alert. Alerts of the same type and subject are one alert. */
export interface AlertCause {
  readonly type: AlertType;
  readonly scope: AlertScope;
  readonly subject: string;
  readonly title: string;
  readonly description: string;
  readonly additionalInfo: Readonly<Record<string, unknown>>;
}
