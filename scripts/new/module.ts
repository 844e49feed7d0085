import { addBefore, addImport, addItem } from "./insert.ts";
import { engineFile, engineTest, eventFile, moduleFile, pageFile } from "./module-files.ts";
import type { Name } from "./name.ts";
import type { Plan } from "./plan.ts";

const contract = "packages/contract/src";
const engine = "packages/engine/src";
const page = "packages/console/src";

/** A module: its switch and menu, the shape of its events, what the engine makes of them, its page. */
export function newModule(name: Name): Plan {
  const { camel, constant, kebab } = name;
  return {
    files: {
      [`${contract}/modules/${kebab}.ts`]: moduleFile(name),
      [`${contract}/events/${kebab}.ts`]: eventFile(name),
      [`${engine}/${kebab}/${kebab}.ts`]: engineFile(name),
      [`packages/engine/test/${kebab}.test.ts`]: engineTest(name),
      [`${page}/modules/${kebab}/${kebab}-page.tsx`]: pageFile(name),
    },
    edits: {
      [`${contract}/modules/module-kind.ts`]: (text) => addItem(text, "export const moduleKinds = [", `"${constant}"`),
      [`${contract}/modules/registry.ts`]: (text) => {
        const listed = addBefore(text, "export const modules = {", "REPORTING:", `  ${constant}: ${camel},`);
        const shown = addBefore(listed, "export const menu = [", "reportingMenu,", `  ${camel}Menu,`);
        return addImport(shown, `import { ${camel}, ${camel}Menu } from "./${kebab}.ts";`);
      },
      [`${page}/app/pages.ts`]: (text) => {
        const line = `  "/${kebab}": () => import("../modules/${kebab}/${kebab}-page.tsx"),\n`;
        return addBefore(text, "export const pages", '"/reporting":', line);
      },
      [`${contract}/entities/display/display-scope.ts`]: (text) =>
        addBefore(text, "export const displayScopeOf", "REPORTING:", `  ${constant}: null,`),
      [`${page}/app/shell/menu-icons.ts`]: (text) =>
        addImport(
          addBefore(text, "export const menuIcons", '"/reporting":', `  "/${kebab}": IconPuzzle,`),
          'import { IconPuzzle } from "@tabler/icons-react";',
        ),
    },
    next: [
      `Give it its sentence, its vendors and its menu in ${contract}/modules/${kebab}.ts; each menu entry wants a line in`,
      `${page}/app/pages.ts. Choose its drawing in ${page}/app/shell/menu-icons.ts.`,
    ],
  };
}
