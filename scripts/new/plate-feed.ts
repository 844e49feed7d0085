import { addBefore, addImport, addLast } from "./insert.ts";
import type { Name } from "./name.ts";
import type { Plan } from "./plan.ts";
import { feedFile, feedTest, formatEntry, sampleFile, simulatedFeedFile } from "./plate-feed-files.ts";

const drivers = "packages/drivers/src/plate-feeds";
const tests = "packages/drivers/test/plate-feeds";
const simulator = "packages/simulator/src/feeds";

/** Plans a format in which devices push plate reads, and the simulated camera that sends it. */
export function planPlateFeed(name: Name): Plan {
  const { camel, kebab, pascal, title } = name;
  const key = kebab === camel ? camel : `"${kebab}"`;
  return {
    files: {
      [`${drivers}/${kebab}.ts`]: feedFile(name),
      [`${tests}/${kebab}-sample.ts`]: sampleFile(name),
      [`${tests}/${kebab}.test.ts`]: feedTest(name),
      [`${simulator}/${kebab}.ts`]: simulatedFeedFile(name),
    },
    edits: [
      {
        // Before Gatehouse's own format, which has the most general shape: the first format that fits is used.
        path: "packages/contract/src/plate-formats.ts",
        apply: (text) => addBefore(text, "export const plateFormats", "gatehouse: {", formatEntry(name)),
      },
      {
        path: `${drivers}/registry.ts`,
        apply: (text) =>
          addImport(
            addBefore(text, "const feeds: ", "gatehouse,", `  ${kebab === camel ? camel : `${key}: ${camel}`},`),
            `import { ${camel} } from "./${kebab}.ts";`,
          ),
      },
      {
        path: `${tests}/samples.ts`,
        apply: (text) =>
          addImport(
            addBefore(text, "export const samples", '["Gatehouse JSON"', `  ["${title}", json(${camel}Sample)],`),
            `import { ${camel}Sample } from "./${kebab}-sample.ts";`,
          ),
      },
      {
        path: `${simulator}/registry.ts`,
        apply: (text) =>
          addImport(
            addLast(text, "export const plateFeeds", `  ${key}: { title: "${title}", toPush: to${pascal}Push },`),
            `import { to${pascal}Push } from "./${kebab}.ts";`,
          ),
      },
    ],
    changesGeneratedFiles: false,
    next: [
      `Replace the sample in ${tests}/${kebab}-sample.ts with a recorded message, then adapt`,
      `${drivers}/${kebab}.ts to it, and ${simulator}/${kebab}.ts, which sends the same format.`,
      "Set manufacturers, models and setup in packages/contract/src/plate-formats.ts, and describe the format in",
      "docs/devices.md.",
    ],
  };
}
