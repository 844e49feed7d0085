import type { AlertScope } from "@gatehouse/contract/entities/alert/alert-type";
import type { MenuEntry, MenuSection } from "@gatehouse/contract/modules/module";
import { Menu, Tooltip } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { AlertCount } from "../../entities/alert/alert-count.tsx";
import type { PagePath } from "../pages.ts";
import { menuIcons } from "./menu-icons.ts";
import classes from "./menu-list.module.css";

/** The pages that show alerts. Camera counting has no page for them alone. */
const alertScopes = {
  "/epld/alerts": "epld",
  "/access-control/alerts": "ac",
  "/camera-counting/settings": "cc",
} as const;
const alertsAt = (path: string) => alertScopes[path as keyof typeof alertScopes] as AlertScope | undefined;
const iconOf = (path: string) => menuIcons[path as keyof typeof menuIcons];

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
  return (
    <li>
      <Tooltip label={entry.title} position="right" disabled={!isNarrow}>
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
      </Tooltip>
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

/** The alerts of a section, which hides the page that shows them. */
function HiddenAlerts({ section }: { section: MenuSection }) {
  const scope = section.entries.map(({ path }) => alertsAt(path)).find(Boolean);
  return scope && <AlertCount scope={scope} />;
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
        {section.entries.map((entry) => (
          <MenuLink key={entry.path} entry={entry} onFollow={onFollow} />
        ))}
      </ul>
    </li>
  );
}

/** A section of the collapsed menu: its pages open beside it. */
export function FoldedSection({ section, isActive }: { section: MenuSection; isActive: boolean }) {
  const Icon = iconOf(section.path);
  return (
    <li>
      <Menu position="right-start" trigger="click-hover" openDelay={80} closeDelay={120}>
        <Menu.Target>
          <button type="button" className={classes.item} data-menu-item data-holds-page={isActive}>
            <Icon size={18} stroke={1.6} aria-hidden />
            <span className="visually-hidden">{section.title}</span>
            <HiddenAlerts section={section} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{section.title}</Menu.Label>
          {section.entries.map(({ title, path }) => (
            <Menu.Item key={path} renderRoot={(props) => <Link to={path as PagePath} {...props} />}>
              {title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}
