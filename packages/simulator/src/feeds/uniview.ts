import { type DetectedPlate, type Push, toJsonPush } from "./push.ts";

/** LAPI notification of a Uniview camera; here its times have an offset, because the simulated site has no time zone. */
export function toUniviewPush(detected: DetectedPlate): Push {
  const { camera, plate, at, confidence, vehicleType, speed, images } = detected;
  const CaptureTime = at.toISOString();
  const picture = (Index: number, data: Buffer) => ({
    Index,
    CaptureTime,
    Size: data.length,
    Data: data.toString("base64"),
  });
  const vehicle = {
    ID: at.getTime() % 1_000_000,
    LargePicAttachIndex: 1,
    PlatePicAttachIndex: 2,
    PlateAttributeInfo: { PlateNo: plate.replaceAll(" ", ""), Confidence: Math.round(confidence * 100) },
    VehicleAttributeInfo: { Type: vehicleType, SpeedValue: speed ?? 0 },
  };
  return toJsonPush({
    Reference: "simulated",
    DeviceID: camera,
    TimeStamp: Math.floor(at.getTime() / 1000),
    StructureInfo: {
      ObjInfo: { VehicleNum: 1, VehicleInfoList: [vehicle] },
      ImageNum: 2,
      ImageInfoList: [picture(1, images.full), picture(2, images.plate)],
    },
  });
}
