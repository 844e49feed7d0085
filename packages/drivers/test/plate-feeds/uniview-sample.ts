import { jpegText } from "./received.ts";

/** A notification of Uniview's LAPI. */
export const univiewSample = {
  Reference: "127.0.0.20/LAPI/V1.0/System/Event/Subscription/1",
  Seq: 31,
  DeviceID: "uv-north",
  TimeStamp: 1794715201,
  StructureInfo: {
    ObjInfo: {
      VehicleNum: 1,
      VehicleInfoList: [
        {
          ID: 812,
          LargePicAttachIndex: 1,
          PlatePicAttachIndex: 2,
          PlateAttributeInfo: { PlateNo: "MH01AB1234", Color: 1, Type: 0, Confidence: 96 },
          VehicleAttributeInfo: { Type: 2, Color: 3, SpeedValue: 14 },
        },
      ],
    },
    ImageNum: 2,
    ImageInfoList: [
      { Index: 1, Type: 1, CaptureTime: "20261115093000250", Size: 9, Data: jpegText },
      { Index: 2, Type: 2, CaptureTime: "20261115093000250", Size: 9, Data: jpegText },
    ],
  },
};

/** Vehicles in the form of GA/T 1400. */
export const motorVehicleSample = {
  MotorVehicleListObject: {
    MotorVehicleObject: [
      {
        MotorVehicleID: "330299020013100000010220261115093000000010200001",
        DeviceID: "33029902001310000001",
        InfoKind: 1,
        HasPlate: 1,
        PlateNo: "MH01AB1234",
        PlateColor: "5",
        PlateReliability: "97",
        PassTime: "20261115093000250",
        VehicleClass: "K33",
        Speed: 21,
        SubImageList: {
          SubImageInfoObject: [
            { ImageID: "1", Type: "02", FileFormat: "Jpeg", ShotTime: "20261115093000", Data: jpegText },
            { ImageID: "2", Type: "14", FileFormat: "Jpeg", ShotTime: "20261115093000", Data: jpegText },
          ],
        },
      },
    ],
  },
};
