import type { MenuSection } from "@gatehouse/contract/modules/module";
import { Menu, Tooltip } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PagePath } from "../pages.ts";
import classes from "./menu-list.module.css";
import { HiddenAlerts, iconOf } from "./menu-parts.tsx";

/** The title of a page, beside its icon in the collapsed menu. */
export const NarrowTooltip = ({ title, children }: { title: string; children: ReactNode }) => (
  <Tooltip label={title} position="right">
    {children}
  </Tooltip>
);

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
