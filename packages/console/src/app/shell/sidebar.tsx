import type { MenuSection } from "@gatehouse/contract/modules/module";
import { ActionIcon } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { Logo } from "../../ui/logo.tsx";
import { MenuList } from "./menu-list.tsx";
import { OperationsList } from "./operations-list.tsx";
import classes from "./sidebar.module.css";

interface SidebarProps {
  /** Undefined until the active modules are loaded. */
  sections: readonly MenuSection[] | undefined;
  operations: MenuSection | undefined;
  isNarrow: boolean;
  onNarrow: (isNarrow: boolean) => void;
}

/** The menu on the left, expanded or as icons. */
export function Sidebar({ sections, operations, isNarrow, onNarrow }: SidebarProps) {
  const Fold = isNarrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <aside className={classes.sidebar} data-narrow={isNarrow} aria-label="Sidebar">
      <div className={classes.brand}>
        <Logo withName={!isNarrow} />
      </div>
      <div className={classes.menu}>
        {operations && <OperationsList section={operations} isNarrow={isNarrow} />}
        <MenuList sections={sections} isNarrow={isNarrow} />
      </div>
      <div className={classes.foot}>
        <span className={classes.version} title={`Version ${runtimeConfig().version}`}>
          {isNarrow ? "" : `Version ${runtimeConfig().version}`}
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={isNarrow ? "Expand menu" : "Collapse menu"}
          onClick={() => onNarrow(!isNarrow)}
        >
          <Fold size={18} aria-hidden />
        </ActionIcon>
      </div>
    </aside>
  );
}
