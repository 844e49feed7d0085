import { type PlateFormatCode, plateFormats } from "./plate-formats.ts";
import { pushSecret } from "./push-secret.ts";

/** Where a setting of a camera gets its value from. */
export type PushValue = "url" | "url-with-secret" | "host" | "port" | "path" | "path-with-secret" | "secret" | "bearer";

/** One step of connecting a camera: where its page has the setting, and the value to enter. */
export interface PushStep {
  readonly text: string;
  readonly value?: PushValue;
}

/** How a device that pushes a built-in format is connected. */
export interface PushGuide {
  readonly steps: readonly PushStep[];
  /** A message to try the connection with: one plate, read now. */
  readonly sample?: (at: Date) => PushSample;
}

/** A message that a device may send. */
export interface PushSample {
  readonly contentType: string;
  readonly body: string;
  /** The path below the address of the device. */
  readonly path?: string;
}

const json = (value: unknown) => ({ contentType: "application/json", body: JSON.stringify(value) });
const xml = (body: string) => ({ contentType: "application/xml", body });
const plate = "TEST123";
const seconds = (at: Date) => Math.floor(at.getTime() / 1_000);
/** ISO 8601 in UTC without milliseconds. */
const isoSeconds = (at: Date) => at.toISOString().replace(/\.\d+Z$/, "Z");

const hostSteps: readonly PushStep[] = [
  { text: "Address or host", value: "host" },
  { text: "Port", value: "port" },
];
const basicSteps: readonly PushStep[] = [{ text: "User name: any. Password", value: "secret" }];

/** The settings to enter in a device's own page, by the format that it pushes. */
const pushGuides: Partial<Record<PlateFormatCode, PushGuide>> = {
  axis: {
    steps: [
      { text: "In License Plate Verifier, open Integration, Push events, and select HTTP POST." },
      { text: "Server URL", value: "url" },
      ...basicSteps,
      { text: 'Select the events "New" and "Update", so that the direction is sent too.' },
    ],
    sample: (at) =>
      json({
        packetCounter: String(seconds(at)),
        capture_timestamp: String(at.getTime()),
        plateText: plate,
        plateConfidence: "0.95",
        carState: "new",
        carID: "1",
      }),
  },
  dahua: {
    steps: [
      { text: "Open Network, Platform Access, and enable the HTTP event push (ITC and ITSAPI cameras)." },
      ...hostSteps,
      { text: "Path, if there is such a setting", value: "path-with-secret" },
      { text: "Cameras without a setting for the path or a password: give them a port of their own (Sink port)." },
    ],
    sample: (at) => ({
      ...json({
        Picture: {
          Plate: { PlateNumber: plate, Confidence: 95 },
          SnapInfo: { SnapTime: isoSeconds(at).slice(0, -1), DeviceID: "1" },
        },
      }),
      path: "/NotificationInfo/TollgateInfo",
    }),
  },
  frigate: {
    steps: [
      {
        text: "Frigate publishes events by MQTT. Forward frigate/tracked_object_update by an automation with an HTTP POST.",
      },
      { text: "URL", value: "url" },
      { text: "Header Authorization", value: "bearer" },
    ],
    sample: (at) =>
      json({ type: "lpr", id: `${seconds(at)}.0-test`, camera: "gate", plate, score: 0.95, timestamp: seconds(at) }),
  },
  genetec: {
    steps: [
      { text: "In Config Tool, open the ALPR role, and add an HTTP or web hook export of reads in JSON." },
      { text: "URL", value: "url" },
      ...basicSteps,
    ],
    sample: (at) =>
      json({
        Plate: plate,
        Confidence: 95,
        ReadTimeUtc: isoSeconds(at),
        ReferenceCameraId: "1",
        ReferenceReadId: String(seconds(at)),
      }),
  },
  hikvision: {
    steps: [
      { text: "Open Configuration, Network, Advanced Settings, HTTP Listening (on some models: Alarm Server)." },
      ...hostSteps,
      { text: "URL", value: "path-with-secret" },
      { text: "Open Road Traffic, Linkage Method, and enable Notify Surveillance Center and Upload Picture." },
    ],
    sample: (at) =>
      xml(
        `<EventNotificationAlert version="2.0"><eventType>ANPR</eventType><dateTime>${isoSeconds(at)}</dateTime><channelID>1</channelID><ANPR><licensePlate>${plate}</licensePlate><confidenceLevel>95</confidenceLevel><direction>forward</direction></ANPR></EventNotificationAlert>`,
      ),
  },
  milesight: {
    steps: [
      { text: "Open LPR, LPR Message, and select HTTP with the method POST." },
      { text: "URL", value: "url" },
      ...basicSteps,
    ],
    sample: (at) =>
      json({
        device: "Gate camera",
        time: isoSeconds(at),
        plate,
        direction: "Approach",
        vehicle_type: "Car",
        confidence: "95",
      }),
  },
  onvif: {
    steps: [
      { text: "Let the camera push its license plate events by HTTP, as XML or JSON." },
      { text: "URL", value: "url" },
      ...basicSteps,
    ],
    sample: (at) =>
      xml(
        `<Envelope><Body><Notify><NotificationMessage><Topic>tns1:RuleEngine/LicensePlateDetector</Topic><Message><Message UtcTime="${isoSeconds(at)}"><Source><SimpleItem Name="VideoSource" Value="1"/></Source><Data><SimpleItem Name="PlateNumber" Value="${plate}"/><SimpleItem Name="Likelihood" Value="0.95"/></Data></Message></Message></NotificationMessage></Notify></Body></Envelope>`,
      ),
  },
  "dahua-event-push": {
    steps: [
      { text: "Open Network, Platform Access, HTTP push, and select the event TrafficJunction." },
      ...hostSteps,
      { text: "Path", value: "path-with-secret" },
    ],
    sample: (at) =>
      json({
        Events: [
          {
            Code: "TrafficJunction",
            RealUTC: seconds(at),
            GroupID: seconds(at),
            Object: { Text: plate, Confidence: 95 },
            TrafficCar: { PlateNumber: plate, MachineName: "Gate camera" },
          },
        ],
      }),
  },
  "plate-recognizer": {
    steps: [
      { text: "Add a webhook to config.ini of Stream." },
      { text: "url", value: "url" },
      { text: "header, the value after Authorization:", value: "bearer" },
    ],
    sample: (at) =>
      json({
        hook: { event: "recognition", id: "gate" },
        data: {
          camera_id: "gate",
          timestamp: isoSeconds(at),
          results: [{ plate, score: 0.95, dscore: 0.9 }],
        },
      }),
  },
  openalpr: {
    steps: [
      { text: "Open Configuration, Web hooks, and add a custom web hook for plate groups." },
      { text: "URL", value: "url-with-secret" },
    ],
    sample: (at) =>
      json({
        data_type: "alpr_group",
        best_uuid: `test-${seconds(at)}`,
        epoch_start: at.getTime(),
        epoch_end: at.getTime(),
        camera_id: 1,
        best_plate_number: plate,
        best_confidence: 95,
      }),
  },
  survision: {
    steps: [
      { text: "Open Configuration, Notifications, and add an HTTP client with the method POST and JSON." },
      { text: "URL", value: "url" },
      ...basicSteps,
    ],
    sample: (at) =>
      json({ anpr: { "@date": String(at.getTime()), decision: { "@plate": plate, "@reliability": "95" } } }),
  },
  tattile: {
    steps: [
      { text: "Open Actions, and add an HTTP POST action with the XML message." },
      { text: "URL", value: "url" },
      ...basicSteps,
    ],
    sample: (at) =>
      xml(
        `<root><PLATE_STRING>${plate}</PLATE_STRING><DATE>${at.toISOString().slice(0, 10)}</DATE><TIME>${at.toISOString().slice(11, 19).replaceAll(":", "-")}-000</TIME><DEVICE_SN>1</DEVICE_SN><OCRSCORE>95</OCRSCORE></root>`,
      ),
  },
  "unifi-protect": {
    steps: [
      {
        text: "In Alarm Manager, create an alarm with the trigger License Plate and the action Webhook, Custom Webhook.",
      },
      { text: "Delivery URL", value: "url" },
      { text: "Under Advanced, select POST, enable Use Thumbnails, and add the header Authorization", value: "bearer" },
    ],
    sample: (at) =>
      json({
        alarm: {
          name: "Plates",
          triggers: [
            {
              key: "license_plate_unknown",
              value: plate,
              device: "1",
              eventId: `test-${seconds(at)}`,
              timestamp: at.getTime(),
            },
          ],
        },
        timestamp: at.getTime(),
      }),
  },
  uniview: {
    steps: [
      { text: "Open Network, Server, Intelligent Server, and select the protocol LAPI or GA/T 1400 over HTTP." },
      ...hostSteps,
      { text: "Path", value: "path-with-secret" },
    ],
    sample: (at) =>
      json({
        MotorVehicleListObject: {
          MotorVehicleObject: [
            {
              MotorVehicleID: `test-${seconds(at)}`,
              DeviceID: "1",
              PlateNo: plate,
              PassTime: isoSeconds(at).replaceAll(/[-:TZ]/g, ""),
            },
          ],
        },
      }),
  },
  zhenshi: {
    steps: [
      { text: "Open Network, HTTP push, and enable the push of plate results." },
      ...hostSteps,
      { text: "Path", value: "path-with-secret" },
    ],
    sample: (at) =>
      json({
        AlarmInfoPlate: {
          serialno: "1",
          result: {
            PlateResult: {
              license: plate,
              confidence: 95,
              plateid: seconds(at),
              timeStamp: { Timeval: { sec: seconds(at), usec: 0 } },
            },
          },
        },
      }),
  },
  gatehouse: {
    steps: [
      { text: "Post Gatehouse JSON, as the manual describes it under Devices, Gatehouse JSON." },
      { text: "URL", value: "url" },
      { text: "Header Authorization", value: "bearer" },
    ],
    sample: (at) => json({ type: "plate", id: `test-${seconds(at)}`, at: at.toISOString(), plate }),
  },
};

/** How a device is connected that pushes a format; without a guide of its own, by the format's description. */
export const findPushGuide = (code: PlateFormatCode): PushGuide =>
  pushGuides[code] ?? {
    steps: [{ text: plateFormats[code].setup }, { text: "URL", value: "url" }, ...basicSteps],
  };

/** The values to enter in a camera. */
export function pushValues(url: URL, secret: string): Record<PushValue, string> {
  const query = `?${pushSecret.parameter}=${encodeURIComponent(secret)}`;
  return {
    url: url.href,
    "url-with-secret": `${url.href}${query}`,
    host: url.hostname,
    port: url.port || (url.protocol === "https:" ? "443" : "80"),
    path: url.pathname,
    "path-with-secret": `${url.pathname}${query}`,
    secret,
    bearer: `Bearer ${secret}`,
  };
}
