import { dahuaEventPushSample } from "./dahua-event-push-sample.ts";
import { frigateSample } from "./frigate-sample.ts";
import { genetecSample } from "./genetec-sample.ts";
import { milesightSample } from "./milesight-sample.ts";
import { jpeg, jpegText, multipart, type Pushed } from "./received.ts";
import { survisionSample } from "./survision-sample.ts";
import { tattileSample } from "./tattile-sample.ts";
import { unifiProtectSample } from "./unifi-protect-sample.ts";
import { motorVehicleSample, univiewSample } from "./uniview-sample.ts";
import { zhenshiMqttSample, zhenshiSample } from "./zhenshi-sample.ts";

// Only fields that the vendors document.

/** Hikvision's EventNotificationAlert. */
export const hikvisionXml = `<?xml version="1.0" encoding="UTF-8"?>
<EventNotificationAlert version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema">
  <ipAddress>192.0.2.64</ipAddress>
  <portNo>80</portNo>
  <protocol>HTTP</protocol>
  <macAddress>c0:56:e3:00:00:01</macAddress>
  <channelID>1</channelID>
  <dateTime>2026-11-15T09:30:00.250+05:30</dateTime>
  <activePostCount>1</activePostCount>
  <eventType>ANPR</eventType>
  <eventState>active</eventState>
  <eventDescription>ANPR</eventDescription>
  <channelName>Gate &amp; north</channelName>
  <ANPR>
    <country>1</country>
    <licensePlate>MH01AB1234</licensePlate>
    <line>1</line>
    <direction>forward</direction>
    <confidenceLevel>97</confidenceLevel>
    <plateType>unknown</plateType>
    <plateColor>white</plateColor>
    <vehicleType>vehicle</vehicleType>
    <vehicleInfo><index>405</index><color>gray</color><speed>23</speed><length>0</length></vehicleInfo>
    <pictureInfoList>
      <pictureInfo><fileName>licensePlatePicture.jpg</fileName><type>licensePlatePicture</type></pictureInfo>
      <pictureInfo><fileName>detectionPicture.jpg</fileName><type>detectionPicture</type></pictureInfo>
    </pictureInfoList>
    <originalLicensePlate>MH01AB1234</originalLicensePlate>
  </ANPR>
  <UUID>2b9f7f8e-1dd2-11b2-8b5e-c056e3000001</UUID>
  <picNum>2</picNum>
</EventNotificationAlert>`;

/** The same as a multipart body with images. */
export const hikvisionForm = multipart([
  { name: "anpr.xml", type: "text/xml", bytes: hikvisionXml },
  { name: "licensePlatePicture.jpg", type: "image/jpeg", bytes: Buffer.concat([jpeg, Buffer.from("plate")]) },
  { name: "detectionPicture.jpg", type: "image/jpeg", bytes: jpeg },
]);

/** Dahua's TollgateInfo. */
export const dahuaTollgate = {
  Picture: {
    Plate: {
      IsExist: true,
      PlateNumber: "MH01AB1234",
      PlateColor: "White",
      PlateType: "Normal",
      Confidence: 95,
      BoundingBox: [2400, 5600, 5600, 6900],
      Channel: 0,
      Region: "IND",
    },
    Vehicle: { VehicleType: "MotorCar", VehicleColor: "White", Speed: 18 },
    SnapInfo: {
      AccurateTime: "2026-11-15 09:30:00.250",
      SnapTime: "2026-11-15 09:30:00",
      TimeZone: 8,
      DSTTune: 0,
      LanNo: 1,
      Direction: "Obverse",
      DeviceID: "1a85820a-9edf-406a-8338-170689f6099e",
    },
    NormalPic: { PicName: "20261115093000.jpg", Content: jpegText },
    CutoutPic: { PicName: "20261115093000_plate.jpg", Content: jpegText },
  },
};

/** A report of the AXIS License Plate Verifier. */
export const axisNew = {
  packetCounter: "67781",
  capture_timestamp: "1794715200250",
  datetime: "20261115 093000250",
  plateText: "MH01AB1234",
  plateUTF8: "MH01AB1234",
  plateASCII: "MH01AB1234",
  plateCountry: "IND",
  plateConfidence: "0.971200",
  carState: "new",
  carID: "102",
  carMoveDirection: "in",
  plateCoordinates: [420, 180, 356, 66],
  camera_info: { SerialNumber: "ACCC8E000001", ProductShortName: "AXIS P1465-LE" },
  vehicle_info: { type: "CAR", brand: "Tata", model: "Nexon", color: "white" },
  ImageArray: [
    { ImageType: "plate", ImageFormat: "jpg", BinaryImage: jpegText },
    { ImageType: "vehicle", ImageFormat: "jpg", BinaryImage: jpegText },
  ],
};

const { ImageArray: _, ...axisWithoutImages } = axisNew;

/** The same as a form with the report and a picture, whose names say nothing about the picture. */
export const axisForm = multipart([
  { name: "event", file: null, type: "application/json", bytes: JSON.stringify(axisWithoutImages) },
  { name: "image", file: null, type: "", bytes: jpeg },
]);

/** Plate Recognizer Stream's webhook. */
export const plateRecognizerHook = {
  hook: {
    target: "http://192.0.2.1/api/ingest/7",
    id: "camera-1",
    event: "recognition",
    filename: "camera-1_screenshots/26-11-15/04-00-00.250000.jpg",
  },
  data: {
    camera_id: "camera-1",
    filename: "camera-1_screenshots/26-11-15/04-00-00.250000.jpg",
    timestamp: "2026-11-15T04:00:00.250000Z",
    timestamp_local: "2026-11-15 09:30:00.250000+05:30",
    results: [
      {
        box: { xmin: 460, ymin: 57, xmax: 557, ymax: 82 },
        plate: "mh01ab1234",
        region: { code: "in", score: 0.413 },
        score: 0.97,
        candidates: [{ plate: "mh01ab1234", score: 0.97 }],
        dscore: 0.441,
        vehicle: { score: 0.267, type: "Sedan" },
        direction: 210,
      },
    ],
  },
};

/** The webhook of Stream when it detects vehicles: the plate has properties. */
export const plateRecognizerVehicle = {
  hook: { target: "gatehouse", id: "camera-1", event: "recognition", filename: "camera-1/26-11-15/0400002.jpg" },
  data: {
    camera_id: "camera-1",
    filename: "camera-1/26-11-15/0400002.jpg",
    timestamp: "2026-11-15T04:00:00.250000Z",
    timestamp_local: "2026-11-15 09:30:00.250000+05:30",
    results: [
      {
        plate: {
          type: "Plate",
          score: 0.81,
          box: { xmin: 412, ymin: 300, xmax: 518, ymax: 341 },
          props: {
            plate: [
              { value: "mh01ab1234", score: 0.96 },
              { value: "mh01a81234", score: 0.71 },
            ],
            region: [{ value: "in", score: 0.9 }],
          },
        },
        vehicle: { type: "SUV", score: 0.88, box: { xmin: 100, ymin: 90, xmax: 800, ymax: 560 }, props: {} },
        direction: 182,
        source_url: "rtsp://127.0.0.1/1",
      },
    ],
  },
};

/** A group of OpenALPR or Rekor. */
export const openalprGroup = {
  data_type: "alpr_group",
  version: 2,
  epoch_start: 1794715200250,
  epoch_end: 1794715204000,
  camera_id: 106232742,
  agent_uid: "AGENT1",
  best_uuid: "agent-106232742-1794715202000",
  best_plate_number: "MH01AB1234",
  best_confidence: 93.5,
  best_region: "in",
  best_plate: { plate: "MH01AB1234", confidence: 93.5, plate_crop_jpeg: jpegText },
  vehicle_crop_jpeg: jpegText,
  travel_direction: 178.4,
  is_preview: false,
  vehicle: { body_type: [{ name: "sedan-compact", confidence: 80.1 }] },
};

/** A single frame of OpenALPR. */
export const openalprFrame = {
  data_type: "alpr_results",
  uuid: "agent-106232742-1794715202000",
  camera_id: 106232742,
  site_id: "north",
  epoch_time: 1794715200250,
  results: [{ plate: "MH01AB1234", confidence: 93.5, region: "in" }],
};

/** An alert of OpenALPR or Rekor, with the group that raised it. */
export const openalprAlert = {
  data_type: "alpr_alert",
  version: 1,
  epoch_time: 1794715204000,
  agent_uid: "AGENT1",
  alert_list: "Staff",
  site_name: "North",
  plate_number: "MH01AB1234",
  group: openalprGroup,
};

/** ONVIF's JSON of a recognised plate. */
export const onvifJson = {
  UtcTime: "2026-11-15T04:00:00.250Z",
  Source: { VideoSource: "1", Rule: "LPR-Detector_1" },
  Data: {
    Likelihood: "0.97",
    ObjectId: "17",
    Image: jpegText,
    LicensePlateInfo: {
      LicensePlateInfo: {
        PlateNumber: { "@Likelihood": 0.92, "#text": "MH01AB1234" },
        CountryCode: { "#text": "IN" },
      },
    },
    VehicleInfo: { VehicleInfo: { Type: { "@Likelihood": 1, "#text": "Car" }, Brand: { "#text": "Tata" } } },
    Speed: 12,
    Direction: "Approaching",
  },
};

/** The same as an XML notification. */
export const onvifXml = `<?xml version="1.0" encoding="UTF-8"?>
<tt:MetadataStream xmlns:tt="http://www.onvif.org/ver10/schema" xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2">
  <tt:Event>
    <wsnt:NotificationMessage>
      <wsnt:Topic>tns1:RuleEngine/Recognition/LicensePlate</wsnt:Topic>
      <wsnt:Message>
        <tt:Message UtcTime="2026-11-15T04:00:00.250Z">
          <tt:Source>
            <tt:SimpleItem Name="VideoSource" Value="1"/>
            <tt:SimpleItem Name="Rule" Value="LPR-Detector_1"/>
          </tt:Source>
          <tt:Data>
            <tt:SimpleItem Name="Likelihood" Value="0.97"/>
            <tt:SimpleItem Name="ObjectId" Value="17"/>
            <tt:SimpleItem Name="Direction" Value="Approaching"/>
            <tt:ElementItem Name="Image"><tt:Image>${jpegText}</tt:Image></tt:ElementItem>
            <tt:ElementItem Name="LicensePlateInfo"><tt:LicensePlateInfo>
              <tt:PlateNumber Likelihood="0.92">MH01AB1234</tt:PlateNumber>
              <tt:CountryCode>IN</tt:CountryCode>
            </tt:LicensePlateInfo></tt:ElementItem>
            <tt:ElementItem Name="VehicleInfo"><tt:VehicleInfo><tt:Type>Car</tt:Type></tt:VehicleInfo></tt:ElementItem>
          </tt:Data>
        </tt:Message>
      </wsnt:Message>
    </wsnt:NotificationMessage>
  </tt:Event>
</tt:MetadataStream>`;

/** An event of the AXIS camera's own event service: the plate is an item named text. */
export const axisEventXml = `<?xml version="1.0" encoding="UTF-8"?>
<tt:MetadataStream xmlns:tt="http://www.onvif.org/ver10/schema"><tt:Event>
  <wsnt:NotificationMessage xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2">
    <wsnt:Topic Dialect="x">tnsaxis:CameraApplicationPlatform/ALPV.AllPlates</wsnt:Topic>
    <wsnt:Message><tt:Message UtcTime="2026-11-15T04:00:00.250000Z"><tt:Source/><tt:Data>
      <tt:SimpleItem Name="carState" Value="update"/>
      <tt:SimpleItem Name="carMoveDirection" Value="out"/>
      <tt:SimpleItem Name="carID" Value="812"/>
      <tt:SimpleItem Name="MACAddress" Value="ACCC8E000007"/>
      <tt:SimpleItem Name="vehicleType" Value="CAR"/>
      <tt:SimpleItem Name="lpImage" Value="${jpegText}"/>
      <tt:SimpleItem Name="text" Value="MH01AB1234"/>
    </tt:Data></tt:Message></wsnt:Message>
  </wsnt:NotificationMessage>
</tt:Event></tt:MetadataStream>`;

/** Two frames of a metadata stream with the same object. */
export const onvifFrameXml = `<?xml version="1.0" encoding="UTF-8"?>
<tt:MetadataStream xmlns:tt="http://www.onvif.org/ver10/schema"><tt:VideoAnalytics>
  <tt:Frame UtcTime="2026-11-15T04:00:00.250Z" Source="gate-cam"><tt:Object ObjectId="31"><tt:Appearance>
    <tt:VehicleInfo><tt:Type Likelihood="0.9">Car</tt:Type></tt:VehicleInfo>
    <tt:LicensePlateInfo><tt:PlateNumber Likelihood="0.93">MH01AB1234</tt:PlateNumber></tt:LicensePlateInfo>
  </tt:Appearance></tt:Object></tt:Frame>
  <tt:Frame UtcTime="2026-11-15T04:00:00.450Z" Source="gate-cam"><tt:Object ObjectId="31"><tt:Appearance>
    <tt:LicensePlateInfo><tt:PlateNumber Likelihood="0.93">MH01AB1234</tt:PlateNumber></tt:LicensePlateInfo>
  </tt:Appearance></tt:Object></tt:Frame>
</tt:VideoAnalytics></tt:MetadataStream>`;

/** An event in Gatehouse's own format. */
export const gatehousePlate = {
  id: "c1-000042",
  type: "plate",
  source: "north",
  at: "2026-11-15T09:30:00.250+05:30",
  plate: "MH 01 AB 1234",
  confidence: 0.97,
  direction: "entry",
  vehicleType: "CAR",
  vehicleClass: "4w",
  speed: 23.5,
  images: { full: jpegText, plate: jpegText },
};

const json = (value: unknown, path = ""): Pushed => ({
  body: JSON.stringify(value),
  contentType: "application/json",
  path,
});

/** Every sample with its format. */
export const samples: readonly (readonly [format: string, pushed: Pushed])[] = [
  ["Hikvision ANPR", { body: hikvisionXml, contentType: "application/xml" }],
  ["Hikvision ANPR", hikvisionForm],
  ["Dahua ITSAPI", json(dahuaTollgate, "/NotificationInfo/TollgateInfo")],
  ["AXIS License Plate Verifier", json(axisNew)],
  ["AXIS License Plate Verifier", axisForm],
  ["Plate Recognizer", json(plateRecognizerHook)],
  ["Plate Recognizer", json(plateRecognizerVehicle)],
  ["OpenALPR / Rekor", json(openalprGroup)],
  ["OpenALPR / Rekor", json(openalprFrame)],
  ["OpenALPR / Rekor", json(openalprAlert)],
  ["ONVIF", json(onvifJson)],
  ["ONVIF", { body: onvifXml, contentType: "text/xml" }],
  ["ONVIF", { body: axisEventXml, contentType: "text/xml" }],
  ["ONVIF", { body: onvifFrameXml, contentType: "text/xml" }],
  ["Dahua event push", json(dahuaEventPushSample)],
  ["Zhenshi / Alphadigi", json(zhenshiSample)],
  ["Zhenshi / Alphadigi", json(zhenshiMqttSample)],
  ["UniFi Protect", json(unifiProtectSample)],
  ["Frigate", json(frigateSample)],
  ["Milesight", json(milesightSample)],
  ["Genetec reads", json(genetecSample)],
  ["Tattile", { body: tattileSample, contentType: "application/xml" }],
  ["Survision", { ...json(survisionSample), headers: { "survision-serial-number": "SV-2231" } }],
  ["Uniview LAPI, GA/T 1400", json(univiewSample)],
  ["Uniview LAPI, GA/T 1400", json(motorVehicleSample)],
  ["Gatehouse JSON", json(gatehousePlate)],
];
