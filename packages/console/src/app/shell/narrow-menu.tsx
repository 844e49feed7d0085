import type { MenuSection } from "@gatehouse/contract/modules/module";
import { Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { PagePath } from "../pages.ts";
import classes from "./menu-list.module.css";
import { HiddenAlerts, iconOf } from "./menu-parts.tsx";

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
