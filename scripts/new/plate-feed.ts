import { addBefore, addImport, addItem, addLast, replaceText } from "./insert.ts";
import type { Name } from "./name.ts";
import type { Plan } from "./plan.ts";
import { feedFile, feedTest, sampleFile, simulatedFeedFile } from "./plate-feed-files.ts";

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
        path: `${drivers}/registry.ts`,
        // Before Gatehouse's own format, which accepts any JSON with a type.
        apply: (text) =>
          addImport(
            addItem(text, "export const plateFeeds: readonly Feed[] = [", camel, "gatehouse"),
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
        // The test spells out the message that lists every format.
        path: `${tests}/registry.test.ts`,
        apply: (text) => replaceText(text, ", Gatehouse JSON.", `, ${title}, Gatehouse JSON.`),
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
      "Describe the format in docs/devices.md.",
    ],
  };
}
