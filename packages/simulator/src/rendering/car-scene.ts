import { renderStrokeText } from "./stroke-text.ts";

const paints = ["#b8323a", "#2f5fb3", "#d9d9de", "#3c4147", "#2f7d5b", "#c98b1d", "#6d4fa3", "#e8e4da"];

/** Picks the colour of a vehicle; the same plate always gets the same one. */
export function pickPaint(plate: string): string {
  const sum = [...plate].reduce((total, character) => Math.imul(total, 31) + character.charCodeAt(0), 7);
  return paints[Math.abs(sum) % paints.length] ?? "#888";
}

/** Position of the plate in the scene of 640 by 360. */
export const plateBox = { x: 196, y: 248, width: 248, height: 54 } as const;

/** Renders a car on a road from the front with its plate, as SVG content of 640 by 360. */
export const renderCarScene = (plate: string): string => `${renderRoad()}
${renderCar(plate)}`;

/** Renders an empty road, with the gradients that a car needs. */
export const renderRoad = (): string => `<defs>
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1d2530"/><stop offset="1" stop-color="#3a4552"/></linearGradient>
<linearGradient id="body" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".22"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></linearGradient>
<radialGradient id="beam"><stop offset="0" stop-color="#fff8dc" stop-opacity=".9"/><stop offset="1" stop-color="#fff8dc" stop-opacity="0"/></radialGradient>
</defs>
<rect width="640" height="360" fill="url(#sky)"/>
<path d="M0 360L236 108H404L640 360Z" fill="#3d4651"/>
<path d="M313 108h14l12 62h-38zM294 208h52l28 152h-108z" fill="#f2d36b" opacity=".45"/>
<path d="M0 360L236 108M640 360L404 108" stroke="#e9edf2" stroke-width="3" opacity=".5" fill="none"/>`;

/** Renders a car on that road. */
export function renderCar(plate: string): string {
  const paint = pickPaint(plate);
  const { x, y, width, height } = plateBox;
  const ink = { x: x + 16, y: y + 12, width: width - 32, height: height - 24 };
  return `<ellipse cx="320" cy="338" rx="196" ry="16" fill="#000" opacity=".45"/>
<rect x="166" y="290" width="54" height="50" rx="12" fill="#111418"/><rect x="420" y="290" width="54" height="50" rx="12" fill="#111418"/>
<path d="M210 134q8-32 42-34h136q34 2 42 34l24 68H186z" fill="${paint}"/>
<path d="M210 134q8-32 42-34h136q34 2 42 34l24 68H186z" fill="url(#body)"/>
<path d="M228 142q6-24 32-26h120q26 2 32 26l14 44H214z" fill="#8fb4c9"/><path d="M228 142q6-24 32-26h44l-40 70h-50z" fill="#fff" opacity=".18"/>
<path d="M176 172l-30-6q-8 0-8 9t8 9l30 4zM464 172l30-6q8 0 8 9t-8 9l-30 4z" fill="${paint}"/>
<path d="M160 214q0-24 26-28h268q26 4 26 28v74q0 26-26 26H186q-26 0-26-26z" fill="${paint}"/>
<path d="M160 214q0-24 26-28h268q26 4 26 28v74q0 26-26 26H186q-26 0-26-26z" fill="url(#body)"/>
<rect x="256" y="202" width="128" height="30" rx="10" fill="#14181d"/><path d="M264 212h112M264 222h112" stroke="#39424d" stroke-width="3"/>
<circle cx="206" cy="220" r="58" fill="url(#beam)" opacity=".55"/><circle cx="434" cy="220" r="58" fill="url(#beam)" opacity=".55"/>
<rect x="176" y="204" width="66" height="32" rx="15" fill="#fff3c4"/><rect x="398" y="204" width="66" height="32" rx="15" fill="#fff3c4"/>
<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="7" fill="#fdfdfb" stroke="#16191d" stroke-width="3.5"/>
${renderStrokeText(plate, ink, { ink: "#16191d", weight: 2.5 })}`;
}
