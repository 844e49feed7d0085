import { back, type DocumentedCall, read, send } from "./documented-call.ts";

const relay = (rel: number, over: object = {}) => ({ ip: "127.20.0.5", port: 502, drv: "modbus-tcp", rel, ...over });

export const laneCalls: DocumentedCall[] = [
  send("POST /lanes", { name: "Lane 1", speedLimit2w: 40, speedLimit4w: 60 }, "lane"),
  read("GET /lanes", "lane"),
  back("PUT /lanes/{lane}", "lane"),
  back("POST /lanes", "lane", { name: "Lane 2" }),
  send("PUT /lanes/{lane}", ({ lane }) => ({ id: lane?.id, name: "Lane A", speedLimit2w: 30, speedLimit4w: 50 })),
  send("DELETE /lanes/{lane}"),
];

export const barrierCalls: DocumentedCall[] = [
  send(
    "POST /boom-barriers/",
    { uid: "1", name: "Boom", scope: "ac", additionalInfo: { type: "boom", ...relay(1, { ser: "A1" }) } },
    "boom",
  ),
  send("POST /boom-barriers/", { uid: 2, name: "Numeric uid", additionalInfo: relay(2, { ser: "A2" }) }, "other"),
  send("POST /boom-barriers/", {
    uid: "3",
    name: "No address",
    scope: "ACCESS_CONTROL",
    additionalInfo: { type: "BOOM", ...relay(3, { ser: "A3", ip: "" }) },
  }),
  send("POST /boom-barriers/", {
    uid: "4",
    name: "Null",
    scope: null,
    additionalInfo: relay(4, { ser: "A", ip: null }),
  }),
  read("GET /boom-barriers/", "boom"),
  back("PATCH /boom-barriers/{boom}", "boom"),
  send("PATCH /boom-barriers/{boom}", { uid: "1", name: "North boom" }, "boom"),
  send("PATCH /boom-barriers/{boom}", { additionalInfo: relay(9, { ser: "B", ip: null }) }),
  send("DELETE /boom-barriers/{boom}"),
];

export const buzzerCalls: DocumentedCall[] = [
  send(
    "POST /buzzers/",
    {
      uid: "1",
      name: "Buzzer",
      scope: "ac",
      additionalInfo: { type: "buzzer", ...relay(11), ser: 1, tmr: 2, ind: "inactive" },
    },
    "buzzer",
  ),
  send("POST /buzzers/", {
    uid: 2,
    name: "Loud",
    scope: "AC",
    additionalInfo: { ...relay(12), ser: 1, tmr: 2, ind: "ACTIVE" },
  }),
  send("POST /buzzers/", {
    uid: 3,
    name: "Default",
    additionalInfo: { ...relay(13), ser: 1, tmr: 2, ind: "", ip: "" },
  }),
  read("GET /buzzers/", "buzzer"),
  back("PATCH /buzzers/{buzzer}", "buzzer"),
  send("PATCH /buzzers/{buzzer}", { name: "South", additionalInfo: { ...relay(14), ser: 1, tmr: 3, ind: 1 } }),
  send("DELETE /buzzers/{buzzer}"),
];

export const sensorCalls: DocumentedCall[] = [
  send(
    "POST /sensors/",
    {
      uid: "7",
      name: "Loop",
      scope: "loop",
      additionalInfo: { ip: "127.20.0.6", port: 502, channel: 1, drv: "modbus-tcp", gtp: "N" },
    },
    "loop",
  ),
  send("POST /sensors/", {
    uid: 8,
    name: "Numeric uid",
    scope: "LOOP_DETECTOR",
    additionalInfo: { ip: "127.20.0.6", port: 502, channel: 2, drv: "modbus-tcp", gtp: "Exit" },
  }),
  read("GET /sensors/loop", "loop"),
  back("PUT /sensors/{loop}", "loop"),
  back("PATCH /sensors/{loop}", "loop"),
  send("PUT /sensors/{loop}", ({ loop }) => ({ uid: "7", name: "No scope", additionalInfo: loop?.additionalInfo })),
  send("DELETE /sensors/{loop}"),
  send(
    "POST /sensors/",
    { name: "Reader", scope: "ac", additionalInfo: { ip: "127.20.0.7", drv: "llrp", gtp: "n" } },
    "reader",
  ),
  send("POST /sensors/", {
    uid: "",
    name: "RFID reader",
    scope: "rfid-ac",
    actuatorId: null,
    additionalInfo: { ip: "127.20.0.8", port: "", drv: "llrp", gtp: "X" },
  }),
  read("GET /sensors/ac", "reader"),
  read("GET /sensors/rfid-ac", "reader"),
  back("PUT /sensors/{reader}", "reader"),
  back("PATCH /sensors/{reader}", "reader"),
  send("PATCH /sensors/{reader}", { scope: "rfid-ac", name: "Renamed", actuatorId: null }),
  send("PATCH /sensors/{reader}", ({ other }) => ({ actuatorId: other?.id }), "reader"),
  back("PUT /sensors/{reader}", "reader"),
  send("PUT /sensors/{reader}", {
    name: "Reader",
    scope: "RFID_ACCESS_CONTROL",
    additionalInfo: { ip: "127.20.0.7", port: null, drv: "llrp", gtp: "N" },
  }),
  send("DELETE /sensors/{reader}"),
];

const grid = (uid: string | number, over: object = {}, info: object = {}) => ({
  uid,
  name: "Sign",
  scope: "ac",
  additionalInfo: { type: "vms", ip: "127.20.0.9", port: 5000, chars: 16, rows: 2, drv: "text-tcp", tmr: 5, ...info },
  ...over,
});
const led = (rel: number, info: object = {}) => ({ type: "led", ...relay(rel), tmr: 1, ...info });

export const displayCalls: DocumentedCall[] = [
  send("POST /variables", { name: "Shown", type: "constant", scope: "epld", value: 4 }, "shown"),
  read("GET /displays/templates"),
  send(
    "POST /displays/grid",
    grid("g1", {}, { accessControl: { accessGrantedMessage: "GO", accessDeniedMessage: "" } }),
    "sign",
  ),
  send("POST /displays/grid", grid(2, { scope: "anpr-ac", type: "GRID", variables: [] }, { idl: ["Hi", ""], ip: "" })),
  send(
    "POST /displays/grid",
    grid("g3", { scope: "RFID_ACCESS_CONTROL" }, { idl: null, accessControl: null, variables: null }),
  ),
  send("POST /displays/grid", ({ shown }) =>
    grid("g4", { scope: "epld" }, { variables: [{ variableId: shown?.id, label: "Free" }] }),
  ),
  send("POST /displays/grid", ({ shown }) =>
    grid("g5", { scope: "EPLD", variables: [{ variableId: shown?.id, label: "Free" }] }),
  ),
  read("GET /displays/ac", "sign"),
  back("PUT /displays/grid/{sign}", "sign"),
  back("PATCH /displays/grid/{sign}", "sign"),
  back("POST /displays/grid", "sign", { uid: "g6" }),
  send("PUT /displays/grid/{sign}", grid("g1", { name: "Renamed" })),
  send(
    "POST /displays/binary",
    { uid: "b1", name: "Lamp", scope: "ac", additionalInfo: led(21, { ind: "r" }) },
    "lamp",
  ),
  send("POST /displays/binary", {
    uid: "b2",
    name: "Lamp",
    scope: "AC",
    type: "BINARY",
    additionalInfo: led(22, { ind: "GREEN", ser: "" }),
  }),
  send("POST /displays/binary", ({ shown }) => ({
    uid: 3,
    name: "Lamp",
    scope: "epld",
    variableId: shown?.id,
    additionalInfo: led(23, { ind: "", ser: null }),
  })),
  send("POST /displays/binary", {
    uid: "b4",
    name: "Lamp",
    scope: "epld",
    variableId: null,
    additionalInfo: led(24, { ind: null }),
  }),
  read("GET /displays/ac", "lamp"),
  back("PUT /displays/binary/{lamp}", "lamp"),
  back("PATCH /displays/binary/{lamp}", "lamp"),
  send("DELETE /displays/{lamp}"),
  send(
    "POST /displays/multimedia",
    ({ shown }) => ({
      uid: "m1",
      name: "Screen",
      scope: "epld",
      templateId: 1,
      variables: [{ templateKey: "free", variableId: shown?.id }],
    }),
    "screen",
  ),
  read("GET /displays/epld", "screen"),
  back("PUT /displays/multimedia/{screen}", "screen"),
  back("PATCH /displays/multimedia/{screen}", "screen"),
  back("POST /displays/multimedia", "screen", { uid: "m2" }),
  send("DELETE /displays/{screen}"),
  ...["osd", "epld", "cc", "ac", "rfid-ac", "loop"].map((module) => read(`GET /displays/${module}`)),
];

export const gateCalls: DocumentedCall[] = [
  send(
    "POST /gates",
    { name: "North", type: "N", sensorId: null, cameraId: null, boomBarrierId: null, buzzerId: null, displayIds: [] },
    "gate",
  ),
  send(
    "POST /gates",
    ({ other, sign }) => ({
      name: "South",
      type: "Exit",
      scope: "ac",
      boomBarrierId: other?.id,
      sensorId: "",
      displayIds: [sign?.id],
    }),
    "wired",
  ),
  send("POST /gates", { name: "East", type: "x", scope: "ACCESS_CONTROL", displayIds: null }),
  read("GET /gates", "wired"),
  back("PUT /gates/{wired}", "wired"),
  back("POST /gates", "wired", { name: "Copy" }),
  send("PUT /gates/{wired}", {
    name: "South",
    type: "X",
    sensorId: null,
    cameraId: null,
    boomBarrierId: null,
    buzzerId: null,
    displayIds: [],
  }),
  send("DELETE /gates/{gate}"),
];

export const tvmCalls: DocumentedCall[] = [
  send("POST /ac/tvms", { name: "Machine", code: "T-1" }, "tvm"),
  read("GET /ac/tvms", "tvm"),
  back("PATCH /ac/tvms/{tvm}", "tvm"),
  back("POST /ac/tvms", "tvm", { name: "Other", code: "T-2" }),
  send("PATCH /ac/tvms/{tvm}", { name: "Renamed" }),
  send("DELETE /ac/tvms/{tvm}"),
];
