import { type DetectedPlate, type Push, toJsonPush } from "./push.ts";

/** An ONVIF licence plate event in its JSON form. */
export function toOnvifPush(detected: DetectedPlate): Push {
  const { eventId, camera, plate, at, direction, confidence, vehicleType, speed, images } = detected;
  return toJsonPush({
    Topic: "tns1:RuleEngine/Recognition/LicensePlate",
    UtcTime: at.toISOString(),
    Source: { VideoSource: camera, Rule: "plates" },
    Key: { ObjectId: eventId },
    Data: {
      ObjectId: eventId,
      Likelihood: confidence,
      LicensePlateInfo: { PlateNumber: plate.replaceAll(" ", ""), CountryCode: "IN" },
      VehicleInfo: { Type: vehicleType.toLowerCase() },
      ...(speed === null ? {} : { Speed: speed }),
      ...(direction === null ? {} : { Direction: { N: "In", X: "Out" }[direction] }),
      Image: images.full.toString("base64"),
    },
  });
}
