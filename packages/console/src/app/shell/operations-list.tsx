import type { MenuSection } from "@gatehouse/contract/modules/module";
import { moveFocusInMenu } from "./menu-keyboard.ts";
import classes from "./menu-list.module.css";
import { MenuLink } from "./menu-section.tsx";

interface OperationsListProps {
  section: MenuSection;
  isNarrow?: boolean;
  onFollow?: () => void;
}

/** The pages of daily operation above the main menu, always unfolded. */
export function OperationsList({ section, isNarrow = false, onFollow }: OperationsListProps) {
  return (
    <nav className={classes.group} aria-label={section.title} onKeyDown={moveFocusInMenu}>
      {!isNarrow && <p aria-hidden>{section.title}</p>}
      <ul className={classes.list}>
        {section.entries.map((entry) => (
          <MenuLink key={entry.path} entry={entry} isTop isNarrow={isNarrow} onFollow={onFollow} />
        ))}
      </ul>
    </nav>
  );
}
