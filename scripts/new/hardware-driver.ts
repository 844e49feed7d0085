import { addImport, addItem, addSorted } from "./insert.ts";
import type { Name } from "./name.ts";
import type { Edit } from "./plan.ts";

/** Registers a relay or sign driver, and adds it to the drivers that the forms suggest. */
export function registerDriver(name: Name, folder: string, opening: string, kind: "relay" | "sign"): Edit[] {
  const { camel, kebab } = name;
  const member = kebab === camel ? camel : `"${kebab}": ${camel}`;
  return [
    {
      path: `packages/drivers/src/${folder}/registry.ts`,
      apply: (text) => addImport(addSorted(text, opening, `  ${member},`), `import { ${camel} } from "./${kebab}.ts";`),
    },
    {
      path: "packages/contract/src/hardware-drivers.ts",
      apply: (text) => addItem(text, `  ${kind}: [`, `"${kebab}"`),
    },
  ];
}
