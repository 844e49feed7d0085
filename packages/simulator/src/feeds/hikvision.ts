import { escapeHtml } from "../rendering/escape-html.ts";
import type { DetectedPlate, Push } from "./push.ts";

const directions = { N: "forward", X: "reverse" } as const;
const types: Readonly<Record<string, string>> = { CAR: "vehicle", "2W": "twoWheelVehicle", TRUCK: "truck" };

/** `EventNotificationAlert` of a Hikvision camera: an XML part and two images. */
export async function toHikvisionPush(detected: DetectedPlate): Promise<Push> {
  const form = new FormData();
  const add = (name: string, type: string, bytes: Buffer | string) =>
    form.append(name, new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], { type }), name);
  add("anpr.xml", "text/xml", toAlert(detected));
  add("licensePlatePicture.jpg", "image/jpeg", detected.images.plate);
  add("detectionPicture.jpg", "image/jpeg", detected.images.full);
  const encoded = new Response(form);
  const contentType = encoded.headers.get("content-type") ?? "";
  return { contentType, body: Buffer.from(await encoded.arrayBuffer()), path: "" };
}

function toAlert({ eventId, camera, plate, at, direction, confidence, vehicleType, speed }: DetectedPlate): string {
  const text = escapeHtml(plate.replaceAll(" ", ""));
  return `<?xml version="1.0" encoding="UTF-8"?>
<EventNotificationAlert version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema">
<ipAddress>127.0.0.1</ipAddress>
<protocol>HTTP</protocol>
<macAddress>02:00:5e:20:00:01</macAddress>
<channelID>${escapeHtml(camera)}</channelID>
<dateTime>${at.toISOString().replace("Z", "+00:00")}</dateTime>
<activePostCount>1</activePostCount>
<eventType>ANPR</eventType>
<eventState>active</eventState>
<eventDescription>ANPR</eventDescription>
<channelName>${escapeHtml(camera)}</channelName>
<UUID>${escapeHtml(eventId)}</UUID>
<picNum>2</picNum>
<ANPR>
<licensePlate>${text}</licensePlate>
<originalLicensePlate>${text}</originalLicensePlate>
<line>1</line>
<direction>${direction === null ? "unknown" : directions[direction]}</direction>
<confidenceLevel>${Math.round(confidence * 100)}</confidenceLevel>
<plateType>unknown</plateType>
<plateColor>white</plateColor>
<vehicleType>${types[vehicleType] ?? "unknown"}</vehicleType>
<vehicleInfo><index>1</index><color>unknown</color><speed>${speed ?? 0}</speed><length>0</length></vehicleInfo>
<pictureInfoList>
<pictureInfo><fileName>licensePlatePicture.jpg</fileName><type>licensePlatePicture</type></pictureInfo>
<pictureInfo><fileName>detectionPicture.jpg</fileName><type>detectionPicture</type></pictureInfo>
</pictureInfoList>
</ANPR>
</EventNotificationAlert>
`;
}
