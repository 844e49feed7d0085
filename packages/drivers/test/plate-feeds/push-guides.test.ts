import { plateFormatCodes, plateFormats } from "@gatehouse/contract/plate-formats";
import { findPushGuide, pushValues } from "@gatehouse/contract/push-guides";
import { describe, expect, it } from "vitest";
import { received } from "./received.ts";

const now = new Date("2026-11-15T08:00:00.250Z");

describe("instructions to connect a device", () => {
  const samples = plateFormatCodes.flatMap((code) => {
    const { sample } = findPushGuide(code);
    return sample ? [[code, sample] as const] : [];
  });

  it("FEED-4 every format of a camera has a sample", () => {
    expect(samples.length).toBeGreaterThanOrEqual(16);
  });

  it.each(samples)("FEED-4 the sample of %s is a plate that was read just now", (code, sample) => {
    const { body, contentType, path = "" } = sample(now);
    const read = received({ body, contentType, path, timeZone: "UTC", receivedAt: now });
    expect(read.feed?.title).toBe(plateFormats[code].title);
    expect(read.ok && read.detections).toMatchObject([{ kind: "plate", plate: "TEST123" }]);
    const [detection] = read.ok ? read.detections : [];
    expect(Math.abs((detection?.at?.getTime() ?? 0) - now.getTime())).toBeLessThan(1_000);
  });

  it("FEED-4 the values contain the address and the secret", () => {
    expect(pushValues(new URL("http://127.0.0.1:8080/api/ingest/7"), "s3")).toEqual({
      url: "http://127.0.0.1:8080/api/ingest/7",
      "url-with-secret": "http://127.0.0.1:8080/api/ingest/7?secret=s3",
      host: "127.0.0.1",
      port: "8080",
      path: "/api/ingest/7",
      "path-with-secret": "/api/ingest/7?secret=s3",
      secret: "s3",
      bearer: "Bearer s3",
    });
  });
});
