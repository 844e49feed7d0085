import sharp from "sharp";
import { plateBox, renderCarScene } from "../rendering/car-scene.ts";
import { renderStrokeText } from "../rendering/stroke-text.ts";
import type { DetectedPlate } from "./push.ts";

const jpeg = { quality: 82, mozjpeg: false } as const;

/** Renders the JPEG images of an event: the whole scene and the cropped plate. */
export async function renderCarImages(camera: string, plate: string, at: Date): Promise<DetectedPlate["images"]> {
  const caption = `${camera}  ${at.toISOString().slice(0, 19).replace("T", " ")}`;
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540" viewBox="0 0 640 360">
${renderCarScene(plate)}
<rect width="640" height="26" fill="#000" opacity=".55"/>
${renderStrokeText(caption, { x: 12, y: 7, width: 616, height: 12 }, { ink: "#fff", weight: 1.8 })}
</svg>`;
  const { data, info } = await sharp(Buffer.from(scene)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const scale = info.width / 640;
  const crop = {
    left: Math.round((plateBox.x - 8) * scale),
    top: Math.round((plateBox.y - 8) * scale),
    width: Math.round((plateBox.width + 16) * scale),
    height: Math.round((plateBox.height + 16) * scale),
  };
  const [full, cropped] = await Promise.all([
    sharp(data, { raw }).jpeg(jpeg).toBuffer(),
    sharp(data, { raw }).extract(crop).jpeg(jpeg).toBuffer(),
  ]);
  return { full, plate: cropped };
}
