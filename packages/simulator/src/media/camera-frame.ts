import sharp from "sharp";
import { renderCar, renderRoad } from "../rendering/car-scene.ts";
import { renderStrokeText } from "../rendering/stroke-text.ts";

/** What a simulated camera sees. */
export interface CameraView {
  readonly name: string;
  /** Plate of the car in front of the camera; null for an empty lane. */
  readonly plate: string | null;
}

const jpeg = { quality: 75 } as const;

/** Renders what a camera sees now, as JPEG. The time and a mark that moves along the edge change with every picture. */
export function renderFrame({ name, plate }: CameraView, now: Date): Promise<Buffer> {
  const ink = { ink: "#fff", weight: 1.8 };
  const time = `${now.toISOString().slice(11, 21)} UTC`;
  const turn = (now.getTime() % 10_000) / 10_000;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360">
${renderRoad()}
${plate === null ? "" : renderCar(plate)}
<rect width="640" height="26" fill="#000" opacity=".55"/>
${renderStrokeText(name, { x: 12, y: 7, width: 300, height: 12 }, ink)}
${renderStrokeText(time, { x: 470, y: 7, width: 158, height: 12 }, ink)}
<rect x="${(turn * 600).toFixed(1)}" y="354" width="40" height="6" fill="#f2d36b"/>
</svg>`;
  return sharp(Buffer.from(svg)).jpeg(jpeg).toBuffer();
}
