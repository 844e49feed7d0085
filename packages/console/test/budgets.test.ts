import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";

// Bundle sizes are reproducible, so they are checked here and not in a benchmark. Build the console first.
const dist = join(import.meta.dirname, "../dist");

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
const page = readFileSync(join(dist, "index.html"), "utf8");
/** The entry chunks, with the sign-in page. */
const start = Object.keys(manifest).filter((name) => page.includes(`src="/${manifest[name]?.file}"`));
const shell = "src/app/shell/shell.tsx";
const firstList = "src/modules/configurations/global-configurations-page.tsx";
const contract = "../contract/src/entities";

const gzipKb = (file: string) => gzipSync(readFileSync(join(dist, file))).length / 1024;

/** Chunks and everything they import, transitively. */
function loadedWith(names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    loadedWith(manifest[name]?.imports ?? [], seen);
  }
  return seen;
}

function scriptKb(names: readonly string[], besides: readonly string[] = []): number {
  const before = loadedWith(besides);
  const added = [...loadedWith(names)].filter((name) => !before.has(name));
  return added.reduce((sum, name) => sum + gzipKb(manifest[name]?.file ?? ""), 0);
}

const pages = Object.keys(manifest).filter((name) => /^src\/modules\/.*-page\.tsx$/.test(name));

describe("budgets (gzip)", () => {
  it("the sign-in page loads at most 160 KB of script", () => {
    expect(scriptKb(start)).toBeLessThanOrEqual(160);
  });

  it("the shell and the first list load at most 215 KB of script", () => {
    expect(scriptKb([...start, shell, firstList])).toBeLessThanOrEqual(215);
  });

  it.each(pages)("%s loads at most 240 KB of script with the shell", (page) => {
    expect(scriptKb([...start, shell, page])).toBeLessThanOrEqual(240);
  });

  it("OPS-1 the overview with its charts adds at most 40 KB of script to the shell", () => {
    const overview = "src/modules/operations/overview-page.tsx";
    expect(manifest[overview]).toBeDefined();
    expect(scriptKb([overview], [...start, shell])).toBeLessThanOrEqual(40);
  });

  it("the forms code adds at most 60 KB of script", () => {
    const forms = [`${contract}/config/config.schema.ts`, `${contract}/auth/auth.schema.ts`];
    expect(forms.filter((name) => manifest[name] === undefined)).toEqual([]);
    expect(scriptKb(forms, [...start, shell, firstList])).toBeLessThanOrEqual(60);
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

  it("all styles together have at most 39 KB", () => {
    const sheets = readdirSync(join(dist, "assets")).filter((name) => name.endsWith(".css"));
    expect(sheets.reduce((sum, sheet) => sum + gzipKb(`assets/${sheet}`), 0)).toBeLessThanOrEqual(39);
  });

  it("each script, stylesheet and SVG has a gzip and a Brotli version", () => {
    const names = new Set(readdirSync(join(dist, "assets")));
    const plain = [...names].filter((name) => /\.(js|css|svg)$/.test(name));
    expect(plain.filter((name) => !names.has(`${name}.br`) || !names.has(`${name}.gz`))).toEqual([]);
  });

  it("the sign-in page loads no schema", () => {
    const loaded = [...loadedWith(start)].map((name) => readFileSync(join(dist, manifest[name]?.file ?? ""), "utf8"));
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.filter((script) => script.includes("ZodObject"))).toEqual([]);
  });
});
