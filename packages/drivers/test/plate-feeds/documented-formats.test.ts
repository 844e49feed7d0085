import { readFileSync } from "node:fs";
import { plateFormats } from "@gatehouse/contract/plate-formats";
import { describe, expect, it } from "vitest";

describe("docs/devices.md", () => {
  const document = readFileSync(new URL("../../../../docs/devices.md", import.meta.url), "utf8");

  it.each(Object.values(plateFormats))("FEED-2 lists manufacturers, models and settings of $title", (format) => {
    const texts = [format.title, ...format.manufacturers, ...format.models, format.setup];
    expect(texts.filter((text) => !document.includes(text))).toEqual([]);
  });
});
