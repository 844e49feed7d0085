import { jsonPush, type Push, type SeenPlate } from "./push.ts";

/** What a Dahua camera posts over ITSAPI; it appends its own path, and its clock says no offset. */
export function dahuaPush(seen: SeenPlate): Push {
  const { eventId, camera, plate, at, direction, confidence, vehicleType, speed, pictures } = seen;
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
    NormalPic: { PicName: `${eventId}.jpg`, Content: pictures.full.toString("base64") },
    CutoutPic: { PicName: `${eventId}-plate.jpg`, Content: pictures.plate.toString("base64") },
  };
  return jsonPush({ Picture: picture }, "/NotificationInfo/TollgateInfo");
}
