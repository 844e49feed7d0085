/** SVG path of each character in a box of 10 by 16; text rendered with it needs no installed fonts. */
const strokes: Readonly<Record<string, string>> = {
  A: "M0 16L5 0L10 16M2 10.5H8",
  B: "M0 8H5.5Q9.5 8 9.5 4Q9.5 0 5.5 0H0V16H6Q10 16 10 12Q10 8 6 8",
  C: "M10 4Q9.5 0 5 0Q0 0 0 8Q0 16 5 16Q9.5 16 10 12",
  D: "M0 0V16H4Q10 16 10 8Q10 0 4 0Z",
  E: "M10 0H0V16H10M0 8H8",
  F: "M10 0H0V16M0 8H8",
  G: "M10 4Q9.5 0 5 0Q0 0 0 8Q0 16 5 16Q10 16 10 9H6",
  H: "M0 0V16M10 0V16M0 8H10",
  I: "M2 0H8M5 0V16M2 16H8",
  J: "M9 0V11Q9 16 4.5 16Q1 16 0 12",
  K: "M0 0V16M10 0L0 9M4 6L10 16",
  L: "M0 0V16H9",
  M: "M0 16V0L5 9L10 0V16",
  N: "M0 16V0L10 16V0",
  O: "M5 0Q0 0 0 8Q0 16 5 16Q10 16 10 8Q10 0 5 0Z",
  P: "M0 16V0H6Q10 0 10 4.5Q10 9 6 9H0",
  Q: "M5 0Q0 0 0 8Q0 16 5 16Q10 16 10 8Q10 0 5 0ZM6 11L10 16",
  R: "M0 16V0H6Q10 0 10 4.5Q10 9 6 9H0M5 9L10 16",
  S: "M9.5 3.5Q9 0 5 0Q.5 0 .5 4Q.5 7.2 5 8Q10 8.8 10 12Q10 16 5 16Q.5 16 0 12.5",
  T: "M0 0H10M5 0V16",
  U: "M0 0V10Q0 16 5 16Q10 16 10 10V0",
  V: "M0 0L5 16L10 0",
  W: "M0 0L2.5 16L5 6L7.5 16L10 0",
  X: "M0 0L10 16M10 0L0 16",
  Y: "M0 0L5 8L10 0M5 8V16",
  Z: "M0 0H10L0 16H10",
  "0": "M5 0Q1 0 1 8Q1 16 5 16Q9 16 9 8Q9 0 5 0Z",
  "1": "M2 3.5L6 0V16",
  "2": "M.5 4Q.5 0 5 0Q9.5 0 9.5 4Q9.5 7 0 16H10",
  "3": "M.5 0H9L4.5 6.5Q10 6.5 10 11.5Q10 16 5 16Q.5 16 0 12.5",
  "4": "M7.5 16V0L0 11.5H10",
  "5": "M9 0H1.5L1 7.2Q3 6 5 6Q10 6 10 11Q10 16 5 16Q.5 16 0 12.5",
  "6": "M8.5 0Q0 3 0 11Q0 16 5 16Q10 16 10 11Q10 6.5 5 6.5Q.5 6.5 0 11",
  "7": "M0 0H10L4 16",
  "8": "M5 8Q.5 8 .5 4Q.5 0 5 0Q9.5 0 9.5 4Q9.5 8 5 8Q0 8 0 12Q0 16 5 16Q10 16 10 12Q10 8 5 8Z",
  "9": "M1.5 16Q10 13 10 5Q10 0 5 0Q0 0 0 5Q0 9.5 5 9.5Q9.5 9.5 10 5",
  "-": "M2 8H8",
  ":": "M5 4.5V5M5 11.5V12",
  ".": "M5 15.5V16",
};

const advance = 14;
const spaceAdvance = 8;
const height = 16;

/** Renders text as strokes scaled to a box; a character without a path leaves a gap. */
export function renderStrokeText(
  text: string,
  box: { x: number; y: number; width: number; height: number },
  { ink, weight }: { ink: string; weight: number },
): string {
  let x = 0;
  const paths: string[] = [];
  for (const character of text.toUpperCase()) {
    const path = strokes[character];
    if (path) paths.push(`<path transform="translate(${x} 0)" d="${path}"/>`);
    x += character === " " ? spaceAdvance : advance;
  }
  const length = Math.max(x - (advance - 10), 1);
  const scale = Math.min(box.width / length, box.height / height);
  const left = box.x + (box.width - length * scale) / 2;
  const top = box.y + (box.height - height * scale) / 2;
  return `<g transform="translate(${left.toFixed(2)} ${top.toFixed(2)}) scale(${scale.toFixed(4)})" fill="none" stroke="${ink}" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round">${paths.join("")}</g>`;
}
