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

describe("README.md", () => {
  const document = readFileSync(new URL("../../../../README.md", import.meta.url), "utf8").replaceAll(/\s+/g, " ");

  it("FEED-2 names every format", () => {
    const names = Object.values(plateFormats).map(({ title, manufacturers: [first] }) => [title, first] as const);
    expect(names.filter((either) => !either.some((name) => document.includes(name)))).toEqual([
      ["Gatehouse JSON", "Adapter or other system"],
    ]);
  });
});
