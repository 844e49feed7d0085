import { addBefore, addImport, addItem } from "./insert.ts";
import { engineFile, engineTest, eventFile, moduleFile, pageFile } from "./module-files.ts";
import type { Name } from "./name.ts";
import type { Plan } from "./plan.ts";

const contract = "packages/contract/src";
const engine = "packages/engine/src";
const page = "packages/console/src";

/** Plans a module: its settings and menu, its events, the engine's decision on them, and its page. */
export function planModule(name: Name): Plan {
  const { camel, constant, kebab } = name;
  return {
    files: {
      [`${contract}/modules/${kebab}.ts`]: moduleFile(name),
      [`${contract}/events/${kebab}.ts`]: eventFile(name),
      [`${engine}/${kebab}/${kebab}.ts`]: engineFile(name),
      [`packages/engine/test/${kebab}/${kebab}.test.ts`]: engineTest(name),
      [`${page}/modules/${kebab}/${kebab}-page.tsx`]: pageFile(name),
    },
    edits: [
      {
        path: `${contract}/modules/module.ts`,
        apply: (text) => addItem(text, "export const moduleKinds = [", `"${constant}"`),
      },
      {
        path: `${contract}/modules/registry.ts`,
        apply: (text) => {
          const listed = addBefore(text, "export const modules = {", "REPORTING:", `  ${constant}: ${camel},`);
          const shown = addBefore(listed, "export const menu = [", "reportingMenu,", `  ${camel}Menu,`);
          return addImport(shown, `import { ${camel}, ${camel}Menu } from "./${kebab}.ts";`);
        },
      },
      {
        path: `${contract}/entities/display/display-scope.ts`,
        apply: (text) => addBefore(text, "export const displayScopeOf", "REPORTING:", `  ${constant}: null,`),
      },
      {
        path: `${contract}/entities/alert/alert-type.ts`,
        apply: (text) => addBefore(text, "export const alertScopeOf", "REPORTING:", `  ${constant}: "ac",`),
      },
      {
        path: `${page}/app/pages.ts`,
        apply: (text) => {
          const line = `  "/${kebab}": () => import("../modules/${kebab}/${kebab}-page.tsx"),\n`;
          return addBefore(text, "export const pages", '"/reporting":', line);
        },
      },
      {
        path: `${page}/app/shell/menu-icons.ts`,
        apply: (text) =>
          addImport(
            addBefore(text, "export const menuIcons", '"/reporting":', `  "/${kebab}": IconPuzzle,`),
            'import { IconPuzzle } from "@tabler/icons-react";',
          ),
      },
    ],
    changesGeneratedFiles: true,
    next: [
      `Set its purpose, vendors and menu in ${contract}/modules/${kebab}.ts; each menu entry needs a line in`,
      `${page}/app/pages.ts. Choose its icon in ${page}/app/shell/menu-icons.ts, and the scope of its alerts in`,
      `${contract}/entities/alert/alert-type.ts. Update the tests that list the menu's sections.`,
      `Describe ${engine}/${kebab}/ in docs/architecture.md.`,
    ],
  };
}
