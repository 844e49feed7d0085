import { type DetectedPlate, type Push, toJsonPush } from "./push.ts";

/** TrafficJunction of a Dahua ITC camera; its numeric UTC is local time. */
export function toDahuaEventPush(detected: DetectedPlate): Push {
  const { camera, plate, at, direction, confidence, vehicleType, speed } = detected;
  const text = plate.replaceAll(" ", "");
  const seconds = Math.floor(at.getTime() / 1000);
  const event = {
    Action: "Pulse",
    Code: "TrafficJunction",
    GroupID: seconds % 100_000,
    CountInGroup: 1,
    IndexInGroup: 1,
    JunctionDirection: direction === null ? "Unknown" : { N: "Obverse", X: "Reverse" }[direction],
    UTC: seconds + 19_800,
    RealUTC: seconds,
    UTCMS: at.getTime() % 1000,
    Object: { ObjectType: "Plate", Text: text, Confidence: Math.round(confidence * 100) },
    TrafficCar: { PlateNumber: text, MachineName: camera, Speed: speed ?? 0 },
    Vehicle: { ObjectType: "Vehicle", Category: vehicleType },
  };
  return toJsonPush({ Channel: 0, Events: [event] });
}
