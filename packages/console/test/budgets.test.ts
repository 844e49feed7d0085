import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";

// Bundle sizes are reproducible, so they are checked here and not in a benchmark. Build the console first.
const dist = join(import.meta.dirname, "../dist");

type Manifest = Record<string, { file: string; imports?: string[] }>;
const manifest: Manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
const frame = "src/app/shell/shell.tsx";
const table = readFileSync(join(import.meta.dirname, "../src/app/pages.ts"), "utf8");
const pages = [...table.matchAll(/import\("\.\.\/(.*)"\)/g)].map(([, path]) => `src/${path}`);

/** The modules of the manifest that are loaded with others. */
function loadedWith(names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    loadedWith(manifest[name]?.imports ?? [], seen);
  }
  return seen;
}

const gzipKb = (file: string) => gzipSync(readFileSync(join(dist, file))).length / 1024;

function scriptKb(...names: readonly string[]): number {
  const files = new Set([...loadedWith(names)].map((name) => manifest[name]?.file ?? `no ${name}`));
  return [...files].reduce((sum, file) => sum + gzipKb(file), 0);
}

describe("budgets (gzip)", () => {
  it("PERF-4 the sign-in page loads at most 200 KB of script", () => {
    expect(scriptKb("index.html")).toBeLessThanOrEqual(200);
  });

  it.each(pages)("PERF-4 %s loads at most 350 KB of script", (path) => {
    expect(scriptKb("index.html", frame, path)).toBeLessThanOrEqual(350);
  });

  it("every page is measured", () => {
    expect(pages.length).toBeGreaterThan(25);
  });

  it("LIVE-8 the page of a multimedia display loads at most 80 KB of script and 5 KB of styles", () => {
    const assets = readdirSync(join(dist, "screen/assets"));
    const kb = (extension: string) =>
      assets.filter((name) => name.endsWith(extension)).reduce((sum, name) => sum + gzipKb(`screen/assets/${name}`), 0);
    expect(kb(".js")).toBeGreaterThan(0);
    expect(kb(".js")).toBeLessThanOrEqual(80);
    expect(kb(".css")).toBeGreaterThan(0);
    expect(kb(".css")).toBeLessThanOrEqual(5);
  });

  it("each script, stylesheet and SVG has a gzip and a Brotli version", () => {
    const names = new Set(readdirSync(join(dist, "assets")));
    const plain = [...names].filter((name) => /\.(js|css|svg)$/.test(name));
    expect(plain.filter((name) => !names.has(`${name}.br`) || !names.has(`${name}.gz`))).toEqual([]);
  });
});
