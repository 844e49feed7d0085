/** What notification rules select, with its title. */
export const notificationTopics = {
  "watch-list": "Vehicle on the watch list",
  overstay: "Vehicle stays too long",
  "area-full": "Area full",
  barrier: "Barrier did not open",
  "device-offline": "Device offline or faulty",
  disk: "Disk nearly full",
  integration: "Another system can't be reached",
  data: "Wrong settings, clocks or messages of devices",
  notification: "Notification not delivered",
  report: "Report not produced",
  backup: "Backup not made",
} as const;

export type NotificationTopic = keyof typeof notificationTopics;
