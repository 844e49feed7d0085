import type { MenuEntry, MenuSection } from "@gatehouse/contract/modules/module";
import { Tooltip } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { AlertCount } from "../../alert/alerts/alert-count.tsx";
import type { PagePath } from "../pages.ts";
import classes from "./menu-list.module.css";
import { alertsAt, HiddenAlerts, iconOf } from "./menu-parts.tsx";

interface MenuLinkProps {
  entry: MenuEntry | MenuSection;
  isTop?: boolean;
  isNarrow?: boolean;
  onFollow?: (() => void) | undefined;
}

/** Link to a page. Only the current page is highlighted, not its section; a gate of the station and a report belong to their pages. */
export function MenuLink({ entry, isTop = false, isNarrow = false, onFollow }: MenuLinkProps) {
  const Icon = isTop ? iconOf(entry.path) : undefined;
  const alerts = alertsAt(entry.path);
  const link = (
    <Link
      to={entry.path as PagePath}
      className={classes.item}
      activeOptions={{ exact: !/^.(station|reports)$/.test(entry.path), includeSearch: false }}
      data-menu-item
      onClick={onFollow}
      {...(isNarrow && { "aria-label": entry.title })}
    >
      {Icon && <Icon size={18} stroke={1.6} aria-hidden />}
      {!isNarrow && <span className={classes.title}>{entry.title}</span>}
      {alerts !== undefined && <AlertCount scope={alerts} />}
    </Link>
  );
  return (
    <li>
      {isNarrow ? (
        <Tooltip label={entry.title} position="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  );
}

interface OpenableSectionProps {
  section: MenuSection;
  isActive: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onFollow?: (() => void) | undefined;
}

/** A section that expands to its pages. */
export function OpenableSection({ section, isActive, isOpen, onToggle, onFollow }: OpenableSectionProps) {
  const id = useId();
  const Icon = iconOf(section.path);
  return (
    <li>
      <button
        type="button"
        className={classes.item}
        data-menu-item
        data-holds-page={isActive}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
      >
        <Icon size={18} stroke={1.6} aria-hidden />
        <span className={classes.title}>{section.title}</span>
        {!isOpen && <HiddenAlerts section={section} />}
        <IconChevronRight className={classes.chevron} size={14} aria-hidden />
      </button>
      <ul id={id} className={classes.pages} hidden={!isOpen}>
        {isOpen && section.entries.map((entry) => <MenuLink key={entry.path} entry={entry} onFollow={onFollow} />)}
      </ul>
    </li>
  );
}
