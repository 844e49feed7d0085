import { checkCircles } from "../arrows/circles.ts";
import { checkFences } from "../arrows/fences.ts";
import { buildGraph } from "../arrows/graph.ts";
import { checkNames } from "../arrows/names.ts";
import { checkPurity } from "../arrows/purity.ts";
import type { RuleTable, Violation } from "../arrows/rule.ts";
import { checkSignIn } from "../arrows/sign-in.ts";
import { readSourceFiles, repositoryRoot, type SourceFile } from "../source/files.ts";

const worldly = [
  "Date.now",
  "new Date()",
  "Math.random",
  "performance.now",
  "crypto.randomUUID",
  "crypto.getRandomValues",
  "setTimeout(",
  "setInterval(",
  "fetch(",
  "process.",
];

/** Who may import whom. Everything not written here is closed. */
export const rules: RuleTable = {
  contract: {
    packages: [],
    outside: ["zod"],
    banned: worldly,
    rooms: {
      fields: [],
      "*.ts": ["fields", "*.ts"],
      vendors: ["fields", "*.ts"],
      modules: ["fields", "*.ts", "vendors"],
      events: ["fields", "*.ts"],
      reports: ["fields", "*.ts"],
      entities: ["fields", "*.ts", "vendors", "modules", "events", "reports"],
      "api.ts": "all",
      "messages.ts": "all",
    },
    cells: ["entities"],
  },
  engine: {
    packages: ["contract"],
    outside: [],
    banned: worldly,
    rooms: { "*.ts": ["*.ts"], "*": ["*.ts"] },
  },
  drivers: {
    packages: ["contract"],
    rooms: { "*.ts": ["*.ts"], "*": ["*.ts"] },
  },
  server: {
    packages: ["contract", "engine", "drivers"],
    rooms: {
      platform: [],
      resources: ["platform"],
      entities: ["resources", "platform"],
      reports: ["resources", "platform"],
      live: ["entities", "resources", "platform"],
      generate: ["platform"],
      "*.ts": "all",
    },
    cells: ["entities"],
  },
  console: {
    packages: ["contract"],
    rooms: {
      ui: [],
      api: ["ui"],
      forms: ["api", "ui"],
      access: ["forms", "api", "ui"],
      entities: ["access", "forms", "api", "ui"],
      modules: ["entities", "access", "forms", "api", "ui"],
      app: ["modules", "entities", "access", "forms", "api", "ui"],
      "*.ts": "all",
    },
    cells: ["entities", "modules"],
  },
  simulator: {
    packages: ["contract", "drivers"],
    rooms: { "*.ts": "all", "*": ["*.ts"] },
  },
  e2e: {
    packages: ["contract"],
    rooms: { "*.ts": "all", "*": "all" },
  },
  bench: {
    packages: ["contract", "engine", "drivers", "server", "console", "simulator"],
    rooms: { "*.ts": "all", "*": "all" },
  },
  scripts: {
    packages: ["contract", "engine", "drivers", "server", "console", "simulator"],
    rooms: { "*.ts": "all", "*": "all" },
  },
};

/** Every broken rule of the given files. */
export function checkArrows(files: readonly SourceFile[]): Violation[] {
  const graph = buildGraph(files);
  return [
    ...checkNames(graph.keys()),
    ...checkFences(graph, rules),
    ...checkCircles(graph),
    ...checkSignIn(graph),
    ...checkPurity(files, rules),
  ];
}

if (import.meta.main) {
  const files = readSourceFiles(repositoryRoot);
  const violations = checkArrows(files);
  for (const { path, line, rule, detail } of violations) console.error(`${path}:${line}  ${rule}  ${detail}`);
  if (violations.length > 0) process.exit(1);
  console.log(`arrows: ${files.length} files, every import keeps its direction`);
}
