import type { MenuSection } from "@gatehouse/contract/modules/module";
import { Menu, Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useStoredChoice } from "../../ui/use-stored-choice.ts";
import type { PagePath } from "../pages.ts";
import { moveFocusInMenu } from "./menu-keyboard.ts";
import classes from "./menu-list.module.css";
import { HiddenAlerts, iconOf } from "./menu-parts.tsx";
import { MenuLink, OpenableSection } from "./menu-section.tsx";
import { useCurrentPage } from "./use-current-page.ts";

interface MenuListProps {
  sections: readonly MenuSection[] | undefined;
  isNarrow?: boolean;
  onFollow?: () => void;
}

/** The main menu. Open sections are remembered; the section of the current page opens by itself. */
export function MenuList({ sections, isNarrow = false, onFollow }: MenuListProps) {
  const { path } = useCurrentPage();
  const [open, setOpen] = useStoredChoice<readonly string[]>("menu.open", []);
  const active = sections?.find((section) => section.entries.some((entry) => entry.path === path))?.path;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only arriving in a section opens it; it may be closed again.
  useLayoutEffect(() => {
    if (active !== undefined && !open.includes(active)) setOpen([...open, active]);
  }, [active]);

  const nav = useRef<HTMLElement>(null);
  const isLoaded = sections !== undefined && (active === undefined || open.includes(active));
  // After a reload, the current page may be below the fold.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another entry.
  useEffect(() => {
    if (!isLoaded) return;
    const entry = nav.current?.querySelector("[aria-current=page]");
    // Some browsers would let the first Tab start from it, although it was visible.
    if (entry && entry.getBoundingClientRect().bottom > innerHeight) entry.scrollIntoView({ block: "nearest" });
  }, [isLoaded, path]);

  const toggle = (section: string) =>
    setOpen(open.includes(section) ? open.filter((one) => one !== section) : [...open, section]);

  return (
    <nav ref={nav} aria-label="Main menu" onKeyDown={moveFocusInMenu}>
      <ul className={classes.list}>
        {sections === undefined && [70, 45, 60, 80].map((width) => <SkeletonItem key={width} width={width} />)}
        {sections?.map((section) => {
          if (section.entries.length === 0)
            return <MenuLink key={section.path} entry={section} isTop isNarrow={isNarrow} onFollow={onFollow} />;
          if (isNarrow)
            return <FoldedSection key={section.path} section={section} isActive={section.path === active} />;
          return (
            <OpenableSection
              key={section.path}
              section={section}
              isActive={section.path === active}
              isOpen={open.includes(section.path)}
              onToggle={() => toggle(section.path)}
              onFollow={onFollow}
            />
          );
        })}
      </ul>
    </nav>
  );
}

function SkeletonItem({ width }: { width: number }) {
  return (
    <li className={classes.skeleton}>
      <Skeleton height={12} width={`${width}%`} />
    </li>
  );
}

/** A section of the collapsed menu: its pages open beside it. */
function FoldedSection({ section, isActive }: { section: MenuSection; isActive: boolean }) {
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
