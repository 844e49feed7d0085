import { jpegText } from "./received.ts";

/** A read in the form of Genetec's LPR ingestion. */
export const genetecSample = {
  ReferenceReadId: "0000000000004711",
  ReferenceCameraId: "ACCC8E000001",
  CameraName: "Gate north",
  Plate: "MH01AB1234",
  PlateStateProvince: "MH",
  Confidence: "0.95",
  VehicleDirection: "In",
  ReadTimeUtc: "2026-11-15T04:00:00.250Z",
  PlateImage: jpegText,
  ContextImage: jpegText,
};
