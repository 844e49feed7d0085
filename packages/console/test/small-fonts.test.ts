import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { createSmallFonts } from "../src/build/small-fonts.ts";

it("the font files are up to date (npm run generate)", async () => {
  const fonts = await createSmallFonts();
  expect(fonts).toHaveLength(2);
  for (const { path, bytes } of fonts) expect(Buffer.compare(await readFile(path), bytes), path).toBe(0);
});
