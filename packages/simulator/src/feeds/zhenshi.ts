import { type DetectedPlate, type Push, toJsonPush } from "./push.ts";

/** AlarmInfoPlate of a Zhenshi or Alphadigi camera; 4 is towards the camera, 3 away from it. */
export function toZhenshiPush(detected: DetectedPlate): Push {
  const { camera, plate, at, direction, confidence, images } = detected;
  const PlateResult = {
    license: plate.replaceAll(" ", ""),
    confidence: Math.round(confidence * 100),
    direction: direction === null ? 0 : { N: 4, X: 3 }[direction],
    plateid: at.getTime() % 1_000_000,
    timeStamp: { Timeval: { sec: Math.floor(at.getTime() / 1000), usec: (at.getTime() % 1000) * 1000 } },
    full_image_content: images.full.toString("base64"),
    small_image_content: images.plate.toString("base64"),
  };
  return toJsonPush({
    AlarmInfoPlate: {
      channel: 0,
      deviceName: "simulated",
      ipaddr: "127.0.0.1",
      serialno: camera,
      result: { PlateResult },
    },
  });
}
