import type { Name } from "./name.ts";

/** Reads the messages of the format. */
export const feedFile = ({
  camel,
  kebab,
  title,
}: Name) => `import { plateFormats } from "@gatehouse/contract/plate-formats";
import { parseTime } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import { type Feed, plainAnswer } from "./feed.ts";
import { attachedImages } from "./images.ts";
import { textOf, valueAt } from "./payload-values.ts";
import { toDetections, toFraction } from "./plate-report.ts";

/** ${title}: a JSON message per plate read. */
export const ${camel}: Feed = {
  ...plateFormats${kebab === camel ? `.${camel}` : `["${kebab}"]`},
  recognises: ({ json }) => valueAt(json, "format") === "${kebab}",
  read: (payload) => {
    const { json } = payload;
    return toDetections([
      {
        ownId: textOf(valueAt(json, "id")),
        timeText: textOf(valueAt(json, "time")),
        source: textOf(valueAt(json, "camera")),
        at: parseTime(valueAt(json, "time"), payload),
        plate: valueAt(json, "plate"),
        confidence: toFraction(valueAt(json, "confidence"), 1),
        direction: directionOf(valueAt(json, "direction")),
        vehicleType: textOf(valueAt(json, "vehicle"), 64),
        images: attachedImages(payload),
      },
    ]);
  },
  answer: plainAnswer,
};
`;

/** Its line in the list of formats, which the console and the documents use. */
export const formatEntry = ({ camel, kebab, title }: Name) => `  ${kebab === camel ? camel : `"${kebab}"`}: {
    code: "${kebab}",
    title: "${title}",
    manufacturers: ["${title}"],
    models: ["${title}"],
    setup: "Enter the address and the secret in the camera.",
  },`;

/** A message for the tests, with the plate and time that all samples share. */
export const sampleFile = ({ camel, kebab, title }: Name) => `/** A plate read of ${title}. */
export const ${camel}Sample = {
  format: "${kebab}",
  id: "1042",
  camera: "north",
  time: "2026-11-15T04:00:00.250Z",
  plate: "MH01AB1234",
  confidence: 0.97,
  direction: "in",
  vehicle: "CAR",
};
`;

/** Tests of what is special to the format; samples.ts runs the tests that every format must pass. */
export const feedTest = ({ camel, kebab, title }: Name) => `import { describe, expect, it } from "vitest";
import { ${camel}Sample as sample } from "./${kebab}-sample.ts";
import { answered, firstOf } from "./received.ts";

describe("${title}", () => {
  it("reports plate, camera, time, direction, confidence and vehicle type", () => {
    expect(firstOf(sample)).toEqual({
      kind: "plate",
      eventId: expect.stringMatching(/^h-/),
      source: "north",
      at: new Date("2026-11-15T04:00:00.250Z"),
      plate: "MH01AB1234",
      confidence: 0.97,
      direction: "N",
      vehicleType: "CAR",
      vehicleClass: null,
      speed: null,
      images: [],
      isAfterwards: false,
    });
  });

  it.each([
    ["in", "N"],
    ["out", "X"],
    ["unknown", null],
  ])("direction %s is %s", (direction, expected) => {
    expect(firstOf({ ...sample, direction })).toMatchObject({ direction: expected });
  });

  it("rejects a message without id and time", () => {
    expect(firstOf({ ...sample, id: undefined, time: undefined })).toEqual(expect.any(String));
  });

  it("is answered with status 200", () => {
    expect(answered({ body: JSON.stringify(sample) })).toMatchObject({ status: 200 });
  });
});
`;

/** Sends the same messages from a simulated camera. */
export const simulatedFeedFile = ({
  kebab,
  pascal,
  title,
}: Name) => `import { type DetectedPlate, type Push, toJsonPush } from "./push.ts";

/** A plate read of ${title}. */
export function to${pascal}Push(detected: DetectedPlate): Push {
  const { eventId, camera, plate, at, direction, confidence, vehicleType } = detected;
  return toJsonPush({
    format: "${kebab}",
    id: eventId,
    camera,
    time: at.toISOString(),
    plate,
    confidence,
    direction: direction === null ? "unknown" : { N: "in", X: "out" }[direction],
    vehicle: vehicleType,
  });
}
`;
