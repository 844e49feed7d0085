import { checkBoundaries } from "../import-rules/boundaries.ts";
import { checkCycles } from "../import-rules/cycles.ts";
import { checkFileNames } from "../import-rules/file-names.ts";
import { buildGraph } from "../import-rules/graph.ts";
import type { RuleTable, Violation } from "../import-rules/rule.ts";
import { readSourceFiles, repositoryRoot, type SourceFile } from "../source/files.ts";

/** The rooms of the console. Biome checks which files of a room the others may import, see biome.rooms.json. */
export const consoleRooms = ["record", "intake", "gate", "access", "people", "alert", "house"];

/** The allowed imports. Everything else is a violation. */
export const rules: RuleTable = {
  contract: {
    packages: [],
    npmPackages: ["zod"],
    folders: {
      fields: ["assert-found.ts"],
      "*.ts": ["fields", "*.ts"],
      modules: ["fields", "*.ts"],
      events: ["fields", "*.ts"],
      fares: ["fields"],
      entities: ["fields", "*.ts", "modules", "events", "fares", "reports"],
      reports: ["fields", "*.ts", "events"],
      "api.ts": "all",
      "audit-values.ts": "all",
      "messages.ts": "all",
    },
  },
  engine: {
    packages: ["contract"],
    npmPackages: [],
    folders: {
      // A folder without a line of its own decides one thing and imports no other.
      "*": [],
      "*.ts": ["*.ts"],
      access: ["policy"],
      site: ["counting", "overspeed", "policy"],
      commands: ["site"],
      events: ["site", "overspeed", "timing"],
      "back-test": ["access", "passage", "policy"],
      decision: ["access", "commands", "counting", "events", "overspeed", "passage", "policy", "site"],
    },
  },
  drivers: {
    packages: ["contract"],
    folders: { "*.ts": ["*.ts"], "*": ["*.ts"] },
  },
  server: {
    packages: ["contract", "engine", "drivers"],
    testPackages: ["simulator"],
    // Biome checks the rooms, see biome.rooms.json.
    folders: { "*.ts": "all", "*": "all" },
  },
  console: {
    packages: ["contract"],
    testPackages: ["e2e"],
    folders: {
      // Runs in Vite, with the build.
      build: [],
      ui: [],
      api: ["ui"],
      // The templates of multimedia displays, and the page that shows them without the rest of the console.
      screens: ["api", "ui"],
      forms: ["api", "ui"],
      ...Object.fromEntries(consoleRooms.map((room) => [room, [...consoleRooms, "screens", "forms", "api", "ui"]])),
      app: [...consoleRooms, "forms", "api", "ui"],
      "*.ts": "all",
    },
  },
  simulator: {
    packages: ["contract", "drivers"],
    folders: {
      rendering: [],
      network: [],
      history: ["devices", "plan"],
      feeds: ["rendering"],
      plan: ["feeds"],
      gatehouse: ["feeds"],
      external: ["network"],
      media: ["network", "plan", "rendering"],
      hardware: ["network", "plan"],
      devices: ["network", "plan", "rendering"],
      traffic: ["devices", "feeds", "gatehouse", "plan"],
      scenarios: ["hardware", "plan", "traffic"],
      site: ["devices", "external", "gatehouse", "hardware", "media", "plan", "scenarios", "traffic"],
      registration: ["devices", "external", "gatehouse", "hardware", "media", "network", "plan"],
      "control-page": "all",
      control: "all",
      "*.ts": "all",
    },
  },
  e2e: {
    packages: ["contract"],
    folders: { "*.ts": "all", "*": "all" },
  },
  bench: {
    packages: ["contract", "engine", "drivers", "server", "console", "simulator"],
    folders: { "*.ts": "all", "*": "all" },
  },
  scripts: {
    packages: ["contract", "engine", "drivers", "server", "console", "simulator"],
    folders: { "*.ts": "all", "*": "all" },
  },
};

/** Finds every broken rule in the given files. */
export function checkImports(files: readonly SourceFile[]): Violation[] {
  const graph = buildGraph(files);
  return [...checkFileNames(graph.keys()), ...checkBoundaries(graph, rules), ...checkCycles(graph)];
}

if (import.meta.main) {
  const files = readSourceFiles(repositoryRoot);
  const violations = checkImports(files);
  for (const { path, line, rule, detail } of violations) console.error(`${path}:${line}  ${rule}  ${detail}`);
  if (violations.length > 0) process.exit(1);
  console.log(`imports: ${files.length} files follow the import rules`);
}
