import { jpegText } from "./received.ts";

/** A plate read of a Milesight camera. */
export const milesightSample = {
  device: "Gate camera",
  time: "2026-11-15 09:30:00.250",
  plate: "MH01AB1234",
  type: "Visitor",
  speed: "-",
  direction: "Approach",
  detection_region: "1",
  region: "IND",
  confidence: "93.5",
  vehicle_type: "Car",
  vehicle_color: "White",
  plate_color: "White",
  plate_image: jpegText,
  full_image: jpegText,
};
