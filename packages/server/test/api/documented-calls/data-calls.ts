import { multipart } from "../../access/identifiers/multipart.ts";
import { back, type DocumentedCall, read, send } from "./documented-call.ts";

const constant = (name: string, over: object = {}) => ({ name, type: "constant", scope: "cc", value: 100, ...over });
const term = (id: unknown) => ({ type: "variable", id });

export const variableCalls: DocumentedCall[] = [
  send("POST /variables", constant("Capacity", { publish: true }), "capacity"),
  send("POST /variables", constant("Reserve", { type: "CONSTANT", scope: "CC", publish: null }), "reserve"),
  send(
    "POST /variables",
    ({ capacity, reserve }) => ({
      name: "Free",
      type: "dynamic",
      scope: "CAMERA_COUNTING",
      value: [term(capacity?.id), { type: "operation", operation: "subtraction" }, term(reserve?.id)],
    }),
    "free",
  ),
  send(
    "POST /variables",
    ({ capacity, reserve }) => ({
      name: "All",
      type: "DYNAMIC",
      scope: "cc",
      value: [{ type: "VARIABLE", id: capacity?.id }, { type: "OPERATION", operation: "ADDITION" }, term(reserve?.id)],
    }),
    "all",
  ),
  ...["epld", "cc", "rfid-ac", "loop"].map((scope) => read(`GET /variables?scope=${scope}`)),
  read("GET /variables?scope=cc", "capacity"),
  back("PUT /variables/{capacity}", "capacity"),
  back("PUT /variables/{capacity}?scope=cc", "capacity"),
  back("POST /variables", "capacity", { name: "Copy" }),
  read("GET /variables?scope=cc", "free"),
  back("PUT /variables/{free}", "free"),
  send("PUT /variables/{capacity}", { name: "Capacity", value: 120 }),
  send("PUT /variables/{free}", ({ free }) => ({ name: "Free places", value: free?.value, publish: "" })),
  read("GET /variables?scope=cc", "base", { type: "base" }),
  back("PUT /variables/{base}", "base"),
  send(
    "POST /variables",
    ({ base }) => ({ name: "Counted", type: "camera", scope: "cc", cameraId: base?.cameraId, value: [term(base?.id)] }),
    "counted",
  ),
  read("GET /variables?scope=cc", "counted"),
  back("PUT /variables/{counted}", "counted"),
  read("GET /variables?scope=epld", "slot", { sourceName: "Nested" }),
  send(
    "POST /variables",
    ({ slot }) => ({ name: "Bay", type: "SENSOR", scope: "EPLD", sensorId: slot?.sensorId, value: [term(slot?.id)] }),
    "bay",
  ),
  read("GET /variables?scope=EPLD", "bay"),
  back("PUT /variables/{bay}", "bay"),
  read("GET /variables/dependency/{capacity}?scope=cc&type=variable"),
  read("GET /variables/dependency/{base}?scope=CC&type=CAMERA"),
  send("POST /variables/publish", { scope: "cc" }),
  send("POST /variables/publish", { scope: "CAMERA_COUNTING" }),
  ...["POST", "PUT"].flatMap((method) => [
    send(`${method} /variables/reset/cc`),
    send(`${method} /variables/reset/CAMERA_COUNTING`, { scope: "cc" }),
    send(`${method} /variables/reset/{free}?scope=cc`),
    send(`${method} /variables/reset/{base}`, { scope: "cc" }),
  ]),
  send("DELETE /variables/{counted}"),
  send("DELETE /variables/{bay}?scope=epld"),
  send("DELETE /variables/{all}", { scope: "cc" }),
  send("DELETE /variables/{free}?scope=cc"),
  send("DELETE /variables/{reserve}?scope=CAMERA_COUNTING"),
];

const mapping = { displayName: "Capacity", maxValue: 100 };

export const dashboardCalls: DocumentedCall[] = [
  send("POST /variables", constant("Tags", { scope: "rfid-ac" }), "tags"),
  send(
    "POST /variables",
    ({ tags }) => ({ name: "Inside", type: "dynamic", scope: "RFID_ACCESS_CONTROL", value: [term(tags?.id)] }),
    "inside",
  ),
  send("POST /variables/{inside}/dashboard-mapping", mapping),
  read("GET /variables?scope=rfid-ac", "inside"),
  back("PUT /variables/{inside}", "inside"),
  send("POST /variables/{inside}/remove-dashboard-mapping"),
  ...["osd", "epld", "cc"].map((module) => read(`GET /dashboards/${module}`)),
];

const lp = (iid: string, over: object = {}) => ({ type: "LP", iid, vehicleType: "CAR", ...over });
const csv = (field: string, content: string) => multipart({ field, filename: "ids.csv", content });

export const identifierCalls: DocumentedCall[] = [
  send("POST /ac/ids?scope=admin", lp("KA 01 AB 1"), "plate"),
  send(
    "POST /ac/ids",
    lp("KA 01 AB 2", {
      type: "license_plate",
      vehicleType: "car",
      lp: "",
      parkingId: null,
      orgName: "",
      ownerEmail: "",
    }),
  ),
  send("POST /ac/ids?scope=ADMIN", lp("KA 01 AB 3", { validFrom: "2026-01-01", validTo: "2026-12-31" }), "dated"),
  send(
    "POST /ac/ids?scope=",
    { type: "rfid", iid: "E200 1", lp: "KA 01 AB 4", vehicleType: "Visitor", validFrom: "", validTo: null },
    "tag",
  ),
  ...["ADMIN", "admin", "CLOUD", "pz", "MyGate", "blm_cloud", "central-server"].map((scope) =>
    read(`GET /ac/ids?scope=${scope}`),
  ),
  read("GET /ac/ids", "plate"),
  back("PUT /ac/ids/{plate}", "plate"),
  back("PUT /ac/ids/{plate}?scope=Admin", "plate", { type: "LP" }),
  read("GET /ac/ids?scope=", "dated"),
  back("PUT /ac/ids/{dated}", "dated"),
  read("GET /ac/ids?scope=admin", "tag"),
  back("PUT /ac/ids/{tag}", "tag"),
  send("PUT /ac/ids/{plate}?scope=admin", { vehicleType: "truck", ownerName: "Asha", validTo: "2027-01-31" }),
  send("PUT /ac/ids/{tag}?scope=admin", { lp: "KA 01 AB 5", vehicleType: "CAR", ownerEmail: "" }),
  send("DELETE /ac/ids/{plate}"),
  back("POST /ac/ids", "plate"),
  send("DELETE /ac/ids/{tag}?scope=admin"),
  send("POST /ac/upload-lps?scope=admin", csv("lps", "lp,vehicleType\nKA 02 AB 1,CAR\n")),
  send("POST /ac/upload-rfids", csv("rfids", "rfid,lp,vehicleType\nE2007,KA 02 AB 2,CAR\n")),
];

const modules = {
  OSD: true,
  EPLD: true,
  CAMERA_COUNTING: true,
  ANPR_ACCESS_CONTROL: true,
  RFID_ACCESS_CONTROL: true,
  LOOP_DETECTOR: true,
  REPORTING: true,
};
const mygate = { syncAPIUrl: "http://127.0.0.1:9/sync", notifyAPIUrl: "http://127.0.0.1:9/notify", deviceId: "d1" };
const scopes = ["global", "overspeed", "epld", "cc", "anpr-ac", "rfid-ac", "loop"];

export const configurationCalls: DocumentedCall[] = [
  send("POST /configs", { key: "greeting", dataType: "STRING", value: "hello", scope: "GLOBAL" }, "greeting"),
  send("POST /configs", { key: "limit", dataType: "number", value: 5, scope: "ANPR_ACCESS_CONTROL" }),
  send("POST /configs", { key: "on", dataType: "Boolean", value: false, scope: "OVERSPEED" }),
  ...[...scopes, "GLOBAL", "CAMERA_COUNTING", "LOOP_DETECTOR", "RFID_ACCESS_CONTROL"].map((scope) =>
    read(`GET /configs/${scope}`),
  ),
  read("GET /configs/global", "greeting"),
  back("PUT /configs/{greeting}", "greeting"),
  back("POST /configs", "greeting", { key: "copy" }),
  send("PUT /configs/{greeting}", { key: "greeting", dataType: "STRING", value: "hi", scope: "GLOBAL" }),
  send("DELETE /configs/{greeting}"),
  read("GET /configs/global", "siteName", { key: "siteName" }),
  back("PUT /configs/{siteName}", "siteName"),
  send("PUT /configs/{siteName}", { value: "North lot" }),
  send("PUT /configs/module-activation-status", modules, "activation"),
  read("GET /configs/module-activation-status", "activation"),
  back("PUT /configs/module-activation-status", "activation"),
  send("PUT /configs/rfid-ac/vehicle-types", { vehicleTypes: ["CAR", "lmv"] }),
  read("GET /configs/rfid-ac/vehicle-types", "vehicleTypes"),
  back("PUT /configs/rfid-ac/vehicle-types", "vehicleTypes"),
  send("PUT /configs/reports/types", { reportTypes: ["Fare Report", "osd", "BULK"] }),
  read("GET /configs/reports/types", "reportTypes"),
  back("PUT /configs/reports/types", "reportTypes"),
  send("PUT /configs/pzapp-rfid-server-details", { port: 5084, drv: "llrp" }),
  read("GET /configs/pzapp-rfid-server-details", "rfidServer"),
  back("PUT /configs/pzapp-rfid-server-details", "rfidServer"),
  send("PUT /ac/mygate-integration-settings", mygate),
  read("GET /configs/settings/anpr-ac", "settings"),
  back("PUT /configs/settings/anpr-ac", "settings"),
  back("PUT /ac/mygate-integration-settings", "settings"),
  send("PUT /configs/settings/ac", { ...mygate, deviceId: "d2" }),
  send("PUT /configs/settings/ac", { integrationSettings: { mygate } }),
];

export const shellCalls: DocumentedCall[] = [
  read("GET /health"),
  read("GET /health-info"),
  send("POST /pzapp/commission"),
  ...["ac", "cc", "epld", "AC", "anpr-ac"].map((scope) => read(`GET /alerts?scope=${scope}&resolved=true`)),
  read("GET /alerts?scope=epld&resolved=", "alert", { status: "new" }),
  send("POST /alerts/{alert}/resolve"),
  read("GET /reservations?cursor=&lp=&rfid=&limit=100"),
  read("GET /reservations?lp=KA01&limit=10"),
  ...["anpr-ac", "cc", "epld", "osd", "rfid-ac", "loop"].map((module) => read(`GET /events/${module}`)),
  read("GET /events/ac?all=true&status=processed"),
  read("GET /ai-devices/{anpr}/ingest", "push"),
  back("PUT /ai-devices/{anpr}/ingest", "push"),
  send("POST /auth/change-password", { password: "a password of my own", confirmPassword: "a password of my own" }),
];
