import { jpegText } from "./received.ts";

/** An alarm of UniFi Protect. */
export const unifiProtectSample = {
  alarm: {
    name: "Plates at the gate",
    sources: [{ device: "F4E2C60A0001", type: "include" }],
    conditions: [{ condition: { type: "is", source: "license_plate_unknown" } }],
    triggers: [
      {
        device: "F4E2C60A0001",
        key: "license_plate_unknown",
        value: "MH01AB1234",
        group: { name: "MH01AB1234" },
        zones: { zone: [1], line: [], loiter: [] },
        eventId: "691801c00055d903e4000001",
        timestamp: 1794715200250,
      },
    ],
    thumbnail: `data:image/jpeg;base64,${jpegText}`,
  },
  timestamp: 1794715201000,
};
