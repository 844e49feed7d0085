import { jpegText } from "./received.ts";

const result = {
  confidence: 94,
  direction: 4,
  plateid: 20817,
  colorType: 1,
  type: 1,
  timeStamp: { Timeval: { sec: 1794715200, usec: 250000 } },
  full_image_content: jpegText,
  small_image_content: jpegText,
};
const alarm = { channel: 0, deviceName: "IVS", ipaddr: "127.0.0.9", serialno: "vz-0042" };

/** The HTTP push of a Zhenshi camera. */
export const zhenshiSample = {
  AlarmInfoPlate: { ...alarm, result: { PlateResult: { ...result, license: "MH01AB1234" } } },
};

/** The same in the form that the camera publishes over MQTT. */
export const zhenshiMqttSample = {
  id: "qK2f",
  sn: "vz-0042",
  name: "ivs_result",
  version: "1.0",
  timestamp: 1794715201,
  payload: {
    AlarmInfoPlate: {
      ...alarm,
      result: { PlateResult: { ...result, license: Buffer.from("MH01AB1234").toString("base64") } },
    },
  },
};
