import { back, type DocumentedCall, type Kept, read, send } from "./documented-call.ts";

/** The calls on devices and their cameras; the simulated device on this port reports cameras c1 to c9. */
export function deviceCalls(port: number): DocumentedCall[] {
  const box = (scope: string, vendor = "uncanny") => ({
    vendor,
    label: "Box",
    scope,
    ip: "127.0.0.1",
    apiPort: port,
    dashboardPort: port,
  });
  const generic = { vendor: "GENERIC", label: "Box", scope: "ANPR_ACCESS_CONTROL", ip: "127.0.0.1", apiPort: port };
  return [
    send("POST /ai-devices", box("ac", "UNCANNY"), "anpr"),
    send(
      "POST /ai-devices",
      { ...generic, dashboardPort: "", apiBasepath: "", username: null, password: "" },
      "generic",
    ),
    send(
      "POST /ai-devices",
      { vendor: "bosch", label: "Counter", scope: "CAMERA_COUNTING", ip: "", apiPort: null },
      "counter",
    ),
    send("POST /ai-devices", { vendor: "BOSCH", label: "Slots", scope: "epld" }, "slotBox"),
    send("POST /ai-devices", { vendor: "Carrida", label: "Plates", scope: "anpr-ac" }, "carrida"),
    send("POST /ai-devices", box("EPLD"), "shield"),
    send("POST /ai-devices", box("OVERSPEED"), "speed"),
    send("POST /ai-devices", { vendor: "PZ_QUBE", label: "Qube", scope: "epld" }, "qube"),
    read("GET /ai-devices/ac", "anpr"),
    back("PATCH /ai-devices/{anpr}", "anpr"),
    back("POST /ai-devices", "anpr"),
    send("PATCH /ai-devices/{anpr}", { scope: "ac", vendor: "UNCANNY", label: "Renamed", apiBasepath: null }),
    ...["anpr-ac", "rfid-ac", "cc", "epld", "osd", "loop"].map((module) => read(`GET /ai-devices/${module}`)),
    read("GET /ai-devices/{anpr}/cameras"),
    send("DELETE /ai-devices/{generic}"),
  ];
}

const plate = (over: object = {}) => ({ ip: "127.20.1.1", port: 80, name: "Plates", location: "", ...over });
const of = (name: string, body: object) => (kept: Kept) => ({ aiDeviceId: kept[name]?.id, ...body });

export const reportedCameraCalls: DocumentedCall[] = [
  send("POST /ac/tvms", { name: "Ticket machine", code: "T-9" }, "machine"),
  send("POST /lanes", { name: "Speed lane", speedLimit2w: 40, speedLimit4w: 60 }, "speedLane"),
  read("GET /ai-devices/{anpr}/cameras", "unsaved", { reportedId: "c1" }),
  send(
    "POST /cameras/anpr/anpr-ac",
    ({ anpr, unsaved }) => ({ ...unsaved, aiDeviceId: anpr?.id, sinkPort: 2001 }),
    "camera",
  ),
  send(
    "POST /cameras/anpr/ac",
    of("anpr", { anprCameraId: "c2", name: "Exit", sinkPort: 2002, tvmId: 0, ip: "", port: null }),
  ),
  send(
    "POST /cameras/ac",
    of("anpr", { anprCameraId: "c3", label: "Labelled", sinkPort: 2003, location: null, tvm: null }),
  ),
  send(
    "POST /cameras/anpr-ac",
    ({ anpr, machine }) => ({
      aiDeviceId: anpr?.id,
      reportedId: "c4",
      name: "Side",
      label: "Side",
      sinkPort: 2004,
      tvm: { id: machine?.id },
      display: null,
    }),
    "side",
  ),
  send("POST /cameras/epld", of("shield", { epldCameraId: "c1", name: "Row A", sinkPort: 2005 }), "row"),
  send("POST /cameras/OSD", of("speed", { anprCameraId: "c1", name: "Speed", sinkPort: 2006 }), "speedCamera"),
  send(
    "POST /cameras/osd",
    ({ speed, speedLane, machine }) => ({
      ...{ aiDeviceId: speed?.id, anprCameraId: 2, epldCameraId: "", status: "new", name: "All fields", label: "All" },
      ...{ ip: "127.20.1.9", port: 80, sinkPort: 2007, location: "Ramp", laneId: speedLane?.id, isBidirectional: true },
      ...{ tvm: { id: machine?.id }, display: null, slots: [], additionalInfo: {} },
      stream: { rtspStreamUrl: "rtsp://127.20.1.9/live", mediaServerFrameUrl: "", mediaServerHealthUrl: null },
    }),
    "complete",
  ),
  back("PATCH /cameras/osd/{complete}", "complete"),
  send("DELETE /cameras/osd/{complete}"),
  read("GET /cameras/ac", "camera"),
  back("PATCH /cameras/ac/{camera}", "camera"),
  back("PATCH /cameras/anpr-ac/{camera}", "camera", { module: "ac" }),
  send("PATCH /cameras/ac/{camera}", { location: "", sinkPort: 2101, isBidirectional: true, tvmId: 0 }),
  send("PATCH /cameras/ac/{camera}", ({ machine }) => ({ label: "Renamed", tvm: { id: machine?.id }, display: null })),
  send("PATCH /cameras/osd/{speedCamera}", ({ speedCamera, speedLane }) => ({
    module: "osd",
    cameraId: speedCamera?.id,
    updateCameraPayload: { laneId: speedLane?.id },
  })),
  send("PATCH /cameras/osd/{speedCamera}", ({ speedCamera }) => ({
    module: "OSD",
    cameraId: String(speedCamera?.id),
    updateCameraPayload: { laneId: null },
  })),
  send("POST /cameras/ac/sync/{camera}"),
  send("POST /cameras/epld/sync/{row}", {}, "row"),
  back("PATCH /cameras/epld/{row}", "row"),
  ...["anpr-ac", "rfid-ac", "cc", "epld", "osd", "loop"].map((module) => read(`GET /cameras/${module}`)),
  send("DELETE /cameras/ac/{side}"),
  back("POST /cameras/ac", "side"),
  send("DELETE /cameras/epld/{row}"),
  back("POST /cameras/epld", "row"),
];

export const manualCameraCalls: DocumentedCall[] = [
  send(
    "POST /cameras/bosch/cc",
    of("counter", plate({ uid: "1", gateType: "N", vehicleTypes: ["2w", "4w"] })),
    "counting",
  ),
  send(
    "POST /cameras/bosch/cc",
    of("counter", plate({ uid: 2, gateType: "", vehicleTypes: ["4W"], location: null, sinkPort: "" })),
  ),
  send(
    "POST /cameras/bosch/cc",
    of("counter", plate({ additionalInfo: { pzapp: { uid: "3", gateType: "X", vehicleTypes: ["2w"] } } })),
  ),
  read("GET /cameras/cc", "counting"),
  back("PUT /cameras/bosch/cc/{counting}", "counting"),
  back("POST /cameras/bosch/cc", "counting", { uid: "4" }),
  send("PUT /cameras/bosch/cc/{counting}", plate({ name: "No uid", gateType: "exit", vehicleTypes: ["2W"] })),
  send("DELETE /cameras/cc/{counting}"),
  send("POST /cameras/bosch/epld", of("slotBox", plate({ uid: "1", slots: 3 })), "slots"),
  send("POST /cameras/bosch/epld", of("slotBox", plate({ additionalInfo: { pzapp: { uid: "2", slots: 3 } } }))),
  read("GET /cameras/epld", "slots"),
  back("PUT /cameras/bosch/epld/{slots}", "slots"),
  back("POST /cameras/bosch/epld", "slots", { additionalInfo: { pzapp: { uid: "3", slots: 3 } } }),
  send("PUT /cameras/bosch/epld/{slots}", plate({ name: "No uid, no slots" })),
  send("DELETE /cameras/epld/{slots}"),
  send(
    "POST /cameras/carrida",
    of("carrida", plate({ tvmId: null, rtspStreamUrl: null, mediaServerFrameUrl: "", isBidirectional: false })),
    "plates",
  ),
  send(
    "POST /cameras/carrida",
    of("carrida", plate({ tvmId: 0, label: "Label", stream: { rtspStreamUrl: "rtsp://127.20.1.1/live" } })),
  ),
  read("GET /cameras/ac", "plates"),
  back("PUT /cameras/carrida/{plates}", "plates"),
  back("POST /cameras/carrida", "plates"),
  send("PUT /cameras/carrida/{plates}", plate({ rtspStreamUrl: "rtsp://127.20.1.1/live", isBidirectional: true })),
  send("DELETE /cameras/ac/{plates}"),
];

const flat = { ip: "127.20.1.2", port: 80, slots: 2, prp: "x", adr: "00-11-22-33-44-55" };

export const slotControllerCalls: DocumentedCall[] = [
  send("POST /slot-controllers", of("qube", { uid: "1", name: "Controller", ...flat }), "controller"),
  send("POST /slot-controllers", of("qube", { uid: 2, name: "Nested", additionalInfo: flat })),
  read("GET /slot-controllers/{qube}", "controller"),
  read("GET /slot-controllers?scope=epld", "controller"),
  back("PUT /slot-controllers/{controller}", "controller"),
  back("POST /slot-controllers", "controller", { uid: "3" }),
  send("PUT /slot-controllers/{controller}", {
    name: "No uid",
    ip: "127.20.1.3",
    port: 81,
    prp: "y",
    adr: "001122334455",
  }),
  send("PUT /slot-controllers/{controller}", of("qube", { uid: "1", name: "Controller", ...flat })),
  send("DELETE /slot-controllers/{controller}"),
];
