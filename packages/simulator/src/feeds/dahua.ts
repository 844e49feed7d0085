import { type DetectedPlate, type Push, toJsonPush } from "./push.ts";

/** Event of a Dahua camera over ITSAPI; the camera appends a path, and its times have no UTC offset. */
export function toDahuaPush(detected: DetectedPlate): Push {
  const { eventId, camera, plate, at, direction, confidence, vehicleType, speed, images } = detected;
  const picture = {
    Plate: {
      PlateNumber: plate.replaceAll(" ", ""),
      Confidence: Math.round(confidence * 100),
      IsExist: true,
      PlateColor: "White",
      PlateType: "Normal",
      Region: "IND",
      BoundingBox: [2400, 5600, 5600, 6900],
    },
    Vehicle: { VehicleType: vehicleType, VehicleColor: "Unknown", Speed: speed ?? 0 },
    SnapInfo: {
      AccurateTime: at.toISOString().replace("T", " ").replace("Z", ""),
      TimeZone: 0,
      DSTTune: 0,
      Direction: direction === null ? "Unknown" : { N: "Obverse", X: "Reverse" }[direction],
      DeviceID: camera,
      SnapSequence: eventId,
    },
    NormalPic: { PicName: `${eventId}.jpg`, Content: images.full.toString("base64") },
    CutoutPic: { PicName: `${eventId}-plate.jpg`, Content: images.plate.toString("base64") },
  };
  return toJsonPush({ Picture: picture }, "/NotificationInfo/TollgateInfo");
}
