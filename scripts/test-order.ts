import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The packages with long tests start first; the short tests of the others fill the end. */
const firstProjects = ["scripts", "server"];

/**
 * Files that take longest, in the order in which they start. By their size some would start last, and only one worker
 * would be busy at the end. The first ones use all cores, so those that send events at a steady rate start after them.
 */
export const firstFiles = [
  "scripts/demo/demo-month.test.ts",
  "scripts/new/new.test.ts",
  "scripts/package.test.ts",
  "server/test/start/start.test.ts",
  "server/test/backup/commands.test.ts",
  "server/test/start/startup-errors.test.ts",
  "server/test/loops/loops.test.ts",
  "server/test/backup/round-trip.test.ts",
  "server/test/start/demo.test.ts",
  "server/test/hardware-status/hardware-status.test.ts",
  "server/test/readers/reader-status.test.ts",
  "server/test/start/secret-key.test.ts",
  "server/test/ingest/outage/minute-outage.test.ts",
  "server/test/ingest/crash.test.ts",
];

/** The position in a list; what is not listed comes last. */
function positionIn(list: readonly string[], isIt: (entry: string) => boolean): number {
  const position = list.findIndex(isIt);
  return position === -1 ? list.length : position;
}

/** Starts long test files first. The files of a project stay together, because they share its loaded modules. */
export class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = ({ project }: TestSpecification) => positionIn(firstProjects, (name) => name === project.name);
    const byFile = ({ moduleId }: TestSpecification) => positionIn(firstFiles, (path) => moduleId.endsWith(path));
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => byProject(a) - byProject(b) || byFile(a) - byFile(b));
  }
}
