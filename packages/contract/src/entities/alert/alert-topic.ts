import type { NotificationTopic } from "../../notification-topics.ts";
import type { AlertType } from "./alert-type.ts";

/** NOTE-1: the topic of each type of alert. */
export const alertTopicOf: Record<AlertType, NotificationTopic> = {
  AC_WATCH_LIST: "watch-list",
  VEHICLE_OVERSTAY: "overstay",
  AREA_FULL: "area-full",
  AREA_COUNT_IMPOSSIBLE: "data",
  AC_ANPR_BOOMBARRIER_TRIGGER_FAILED: "barrier",
  AC_RFID_BOOMBARRIER_TRIGGER_FAILED: "barrier",
  AI_DEVICE_OFFLINE: "device-offline",
  HARDWARE_OFFLINE: "device-offline",
  READER_OFFLINE: "device-offline",
  CAMERA_STREAM_DOWN: "device-offline",
  CC_CAMERA_SILENT: "device-offline",
  LOOP_STUCK: "device-offline",
  EPLD_PZQUBE_SLOT_ERROR: "device-offline",
  DISK_NEARLY_FULL: "disk",
  OPENINGS_SLOW: "barrier",
  AC_MYGATE_SYNC_API_FAILED: "integration",
  AC_MYGATE_NOTIFY_API_FAILED: "integration",
  AC_TICKET_VENDING_FAILED: "integration",
  EPLD_MISSING_SLOT: "data",
  EPLD_NEW_SLOT: "data",
  EPLD_CAMERA_NAME_CHANGE: "data",
  AC_CAMERA_SYNC_FAILED: "data",
  DEVICE_CLOCK_DRIFT: "data",
  CAMERA_SINK_PORT_UNAVAILABLE: "data",
  INGEST_SECRET_UNREADABLE: "data",
  DEVICE_PASSWORD_UNREADABLE: "data",
  INGEST_NOT_UNDERSTOOD: "data",
  NOTIFICATION_FAILED: "notification",
};
