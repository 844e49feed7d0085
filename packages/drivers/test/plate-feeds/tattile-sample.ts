import { jpegText } from "./received.ts";

/** A transit of a Tattile camera. */
export const tattileSample = `<?xml version="1.0" encoding="UTF-8"?>
<transit>
  <DEVICE_SN>TA-90017</DEVICE_SN>
  <DEVICE_NAME>Gate north</DEVICE_NAME>
  <DATE>2026-11-15</DATE>
  <TIME>09-30-00-250</TIME>
  <PLATE_STRING>MH01AB1234</PLATE_STRING>
  <PLATE_COUNTRY_CODE>IND</PLATE_COUNTRY_CODE>
  <OCRSCORE>92.5</OCRSCORE>
  <DIRECTION>GOAWAY</DIRECTION>
  <LANE_ID>1</LANE_ID>
  <IMAGE_OCR>${jpegText}</IMAGE_OCR>
  <IMAGE_CTX>${jpegText}</IMAGE_CTX>
</transit>`;
