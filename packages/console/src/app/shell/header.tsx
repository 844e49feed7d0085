import { ActionIcon, Kbd, type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMenu2, IconMoon, IconSearch, IconSun, type TablerIcon } from "@tabler/icons-react";
import { useLayoutEffect, useState } from "react";
import { AlertBell } from "../../alert/alerts/alert-bell.tsx";
import { useSite } from "../../api/site.ts";
import { HealthChips } from "../../intake/health/health-chips.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { useNowMs } from "../../ui/use-now.ts";
import { useStoredChoice } from "../../ui/use-stored-choice.ts";
import { DemoBadge } from "../demo-badge.tsx";
import { AccountMenu } from "./account-menu.tsx";
import classes from "./header.module.css";
import { LiveIndicator } from "./live-status.tsx";
import { openOverlay } from "./overlay.ts";

/** The colour schemes to choose from. */
const colorSchemes: readonly { value: MantineColorScheme; title: string; icon: TablerIcon }[] = [
  { value: "auto", title: "System", icon: IconDeviceDesktop },
  { value: "light", title: "Light", icon: IconSun },
  { value: "dark", title: "Dark", icon: IconMoon },
];

/** Whether rows are higher. */
const useRoomyRows = () => useStoredChoice("roomy-rows", false);

/** Colour scheme and row height, stored in this browser. */
function AppearanceMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [isRoomy, setIsRoomy] = useRoomyRows();
  useLayoutEffect(() => void document.documentElement.toggleAttribute("data-roomy", isRoomy), [isRoomy]);
  const Current = colorSchemes.find(({ value }) => value === colorScheme)?.icon ?? IconDeviceDesktop;
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={34} aria-label="Appearance">
          <Current size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          {colorSchemes.map(({ value, title, icon: Icon }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick rightSection={<Icon size={16} aria-hidden />}>
              {title}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.CheckboxItem checked={isRoomy} onChange={setIsRoomy}>
          Comfortable rows
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}

interface HeaderProps {
  page: { title: string; section: string | undefined };
  onOpenMenu: () => void;
}

/** The bar above every page: page title, health, site and account. */
export function Header({ page, onOpenMenu }: HeaderProps) {
  const site = useSite();
  const [browserZone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <header className={classes.header}>
      <ActionIcon
        className={classes.burger}
        variant="subtle"
        color="gray"
        size={34}
        aria-label="Open menu"
        onClick={onOpenMenu}
      >
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      <div className={classes.where}>
        {page.section !== undefined && <span className={classes.section}>{page.section}</span>}
        <h1>{page.title}</h1>
      </div>
      <DemoBadge />
      <PrintedAt timeZone={site.timeZone} />
      <HealthChips />
      <div className={classes.tools}>
        {site.name !== "" && (
          <span className={classes.site}>
            {site.name}
            {site.timeZone !== browserZone && <span className={classes.zone}>{`Times in ${site.timeZone}`}</span>}
          </span>
        )}
        <LiveIndicator />
        <AlertBell onOpen={() => openOverlay("alerts")} />
        <button type="button" className={classes.palette} onClick={() => openOverlay("palette")}>
          <IconSearch size={14} aria-hidden />
          <span>Search…</span>
          <Kbd size="xs">Ctrl K</Kbd>
        </button>
        <ActionIcon
          className={classes.paletteIcon}
          variant="subtle"
          color="gray"
          size={34}
          aria-label="Search, or go to a page"
          onClick={() => openOverlay("palette")}
        >
          <IconSearch size={18} aria-hidden />
        </ActionIcon>
        <AppearanceMenu />
        <AccountMenu />
      </div>
    </header>
  );
}

/** On paper: when the page was printed. */
function PrintedAt({ timeZone }: { timeZone: string }) {
  const now = new Date(useNowMs());
  return <span className={classes.printed}>{`Printed ${formatDateTime(now, timeZone)}`}</span>;
}
