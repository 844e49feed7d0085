import { escapeHtml } from "../rendering/escape-html.ts";
import type { DetectedPlate, Push } from "./push.ts";

/** XML of a Tattile camera; here its time has an offset, because the simulated site has no time zone. */
export function toTattilePush(detected: DetectedPlate): Push {
  const { camera, plate, at, direction, confidence, vehicleType, images } = detected;
  const [date = "", clock = ""] = at.toISOString().replace("Z", "").split("T");
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<transit>
<DEVICE_SN>${escapeHtml(camera)}</DEVICE_SN>
<DATE>${date}</DATE>
<TIME>${clock}+00:00</TIME>
<PLATE_STRING>${escapeHtml(plate.replaceAll(" ", ""))}</PLATE_STRING>
<OCRSCORE>${Math.round(confidence * 100)}</OCRSCORE>
<DIRECTION>${direction === null ? "UNKNOWN" : { N: "APPROACH", X: "GOAWAY" }[direction]}</DIRECTION>
<CLASS_STRING>${escapeHtml(vehicleType)}</CLASS_STRING>
<IMAGE_OCR>${images.plate.toString("base64")}</IMAGE_OCR>
<IMAGE_CTX>${images.full.toString("base64")}</IMAGE_CTX>
</transit>
`;
  return { contentType: "application/xml", body: Buffer.from(body), path: "" };
}
