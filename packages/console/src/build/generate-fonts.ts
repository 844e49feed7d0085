// Writes the font files of the console.
import { writeFile } from "node:fs/promises";
import { createSmallFonts } from "./small-fonts.ts";

for (const { path, bytes } of await createSmallFonts()) await writeFile(path, bytes);
