import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type ConsoleEntries, consoleEntriesFile } from "@gatehouse/contract/console-entries";
import { describe, expect, it } from "vitest";

// Bundle sizes are reproducible, so they are checked here and not in a benchmark. Build the console first.
const dist = join(import.meta.dirname, "../dist");

const { entries, pages }: ConsoleEntries = JSON.parse(readFileSync(join(dist, consoleEntriesFile), "utf8"));
const paths = Object.keys(pages);
/** The first script, with the sign-in page. */
const start = "index.html";
const entity = (name: string) => `../contract/src/entities/${name}.schema.ts`;

const manifest: Record<string, { imports?: string[] }> = JSON.parse(
  readFileSync(join(dist, ".vite/manifest.json"), "utf8"),
);

function loadedWith(names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    loadedWith(manifest[name]?.imports ?? [], seen);
  }
  return seen;
}

const sizes = new Map<string, number>();

function gzipKb(file: string): number {
  const kb = sizes.get(file) ?? gzipSync(readFileSync(join(dist, file))).length / 1024;
  sizes.set(file, kb);
  return kb;
}

const filesOf = (modules: readonly string[]) =>
  new Set(modules.flatMap((module) => entries[module] ?? [`no ${module}`]));
const pageFiles = (path: string, ...others: readonly string[]) =>
  filesOf([start, ...(pages[path] ?? [path]), ...others]);

function scriptKb(files: ReadonlySet<string>, besides: ReadonlySet<string> = new Set()): number {
  return [...files].filter((file) => !besides.has(file)).reduce((sum, file) => sum + gzipKb(file), 0);
}

describe("budgets (gzip)", () => {
  it("PERF-4 the sign-in page loads at most 130 KB of script", () => {
    expect(scriptKb(filesOf([start]))).toBeLessThanOrEqual(130);
  });

  it.each(paths)("%s loads at most 22 scripts with 230 KB", (path) => {
    const files = pageFiles(path);
    expect(files.size).toBeLessThanOrEqual(22);
    expect(scriptKb(files)).toBeLessThanOrEqual(230);
  });

  it.each([
    "/configurations",
    "/access-control/events",
    "/access-control/rfid-events",
    "/access-control/ids",
    "/access-control/reservations",
    "/access-control/alerts",
    "/access/lists",
    "/access/presence",
    "/settings/audit",
  ])("PERF-4 the list %s loads at most 215 KB of script", (path) => {
    expect(scriptKb(pageFiles(path))).toBeLessThanOrEqual(215);
  });

  it("PERF-4 the identifiers load at most 235 KB of script with their form and what follows the first paint", () => {
    const later = [
      "src/entities/identifier/identifier-dialog.tsx",
      "src/app/shell/mobile-menu.tsx",
      "src/access/override-banner.tsx",
      "src/ui/yes-no-dialog.tsx",
      "../contract/src/messages.ts",
    ];
    expect(scriptKb(pageFiles("/access-control/ids", ...later))).toBeLessThanOrEqual(235);
  });

  it("OPS-1 PERF-4 the overview and its charts add at most 40 KB of script to the frame of the pages", () => {
    const frame = filesOf([start, "src/app/shell/shell.tsx"]);
    expect(scriptKb(pageFiles("/overview"), frame)).toBeLessThanOrEqual(40);
  });

  it("OPS-1 the overview loads at most 215 KB of script", () => {
    expect(scriptKb(pageFiles("/overview"))).toBeLessThanOrEqual(215);
  });

  it("the forms code adds at most 60 KB of script", () => {
    const forms = filesOf([entity("config/config"), entity("auth/auth")]);
    expect(scriptKb(forms, pageFiles("/configurations"))).toBeLessThanOrEqual(60);
  });

  it("no script imports itself through others", () => {
    const circular = Object.keys(manifest).filter((name) => loadedWith(manifest[name]?.imports ?? []).has(name));
    expect(circular).toEqual([]);
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

  it("the sign-in page and the lists load no schema", () => {
    const loaded = [...pageFiles("/access-control/events", ...(pages["/access-control/ids"] ?? []))];
    const scripts = loaded.map((file) => readFileSync(join(dist, file), "utf8"));
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((script) => script.includes("ZodObject"))).toEqual([]);
  });
});
