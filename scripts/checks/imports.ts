import { checkBoundaries } from "../import-rules/boundaries.ts";
import { checkCycles } from "../import-rules/cycles.ts";
import { checkFileNames } from "../import-rules/file-names.ts";
import { buildGraph } from "../import-rules/graph.ts";
import type { RuleTable, Violation } from "../import-rules/rule.ts";
import { readSourceFiles, repositoryRoot, type SourceFile } from "../source/files.ts";

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
    folders: {
      platform: [],
      resources: ["platform"],
      generate: ["platform"],
      // Features: routes, queries and background jobs. ingest and hardware must not import each other.
      // docs/architecture.md repeats these lines; a test compares them.
      access: ["alerts", "back-tests", "configuration", "resources", "site", "platform"],
      "back-tests": ["configuration", "platform"],
      alerts: ["platform"],
      auth: ["platform"],
      people: ["auth", "resources", "platform"],
      providers: ["auth", "configuration", "outbound", "people", "resources", "platform"],
      configuration: ["resources", "platform"],
      outbound: ["configuration", "platform"],
      fares: ["configuration", "resources", "platform"],
      retention: ["configuration", "platform"],
      variables: ["configuration", "resources", "platform"],
      site: ["configuration", "outbound", "resources", "platform"],
      commands: ["site", "platform"],
      devices: ["alerts", "auth", "configuration", "outbound", "resources", "platform"],
      "data-quality": ["alerts", "configuration", "resources", "platform"],
      identifiers: ["configuration", "resources", "platform"],
      integrations: ["alerts", "configuration", "identifiers", "outbound", "resources", "variables", "platform"],
      notifications: ["alerts", "configuration", "integrations", "outbound", "resources", "platform"],
      events: ["commands", "data-quality", "site", "resources", "platform"],
      overview: ["alerts", "configuration", "events", "resources", "variables", "platform"],
      images: ["alerts", "auth", "configuration", "devices", "events", "platform"],
      ingest: [
        "alerts",
        "commands",
        "devices",
        "events",
        "images",
        "integrations",
        "resources",
        "site",
        "variables",
        "platform",
      ],
      "hardware-status": ["alerts", "site", "platform"],
      hardware: ["alerts", "commands", "hardware-status", "outbound", "site", "platform"],
      loops: ["alerts", "hardware-status", "ingest", "outbound", "site", "platform"],
      readers: ["alerts", "ingest", "outbound", "site", "platform"],
      screens: ["configuration", "platform"],
      search: ["identifiers", "resources", "platform"],
      sinks: ["alerts", "devices", "outbound", "site", "platform"],
      station: [
        "alerts",
        "commands",
        "data-quality",
        "events",
        "hardware",
        "hardware-status",
        "ingest",
        "site",
        "platform",
      ],
      streams: ["auth", "devices", "outbound", "platform"],
      reports: [
        "alerts",
        "audit",
        "back-tests",
        "configuration",
        "data-quality",
        "events",
        "images",
        "integrations",
        "resources",
        "platform",
      ],
      audit: ["configuration", "resources", "platform"],
      diagnostics: ["backup", "configuration", "platform"],
      backup: ["alerts", "configuration", "images", "platform"],
      evidence: ["configuration", "events", "images", "platform"],
      privacy: ["configuration", "images", "retention", "resources", "platform"],
      // A new feature starts with the folders that every feature may import.
      "*": ["resources", "platform"],
      "*.ts": "all",
    },
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
      access: ["forms", "api", "ui"],
      entities: ["screens", "access", "forms", "api", "ui"],
      modules: ["entities", "access", "forms", "api", "ui"],
      app: ["modules", "entities", "access", "forms", "api", "ui"],
      "*.ts": "all",
    },
    isolatedSubfolders: ["entities", "modules"],
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
