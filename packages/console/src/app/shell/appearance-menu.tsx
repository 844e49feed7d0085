import { ActionIcon, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop } from "@tabler/icons-react";
import { useLayoutEffect } from "react";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { MenuOnUse } from "../../ui/menu-on-use.tsx";
import { colorSchemes, useRoomyRows } from "./appearance.ts";

const loadItems = () => import("./appearance-menu-items.tsx");
const AppearanceMenuItems = lazyWithRetry(loadItems);

/** Colour scheme and row height, stored in this browser. */
export function AppearanceMenu() {
  const { colorScheme } = useMantineColorScheme();
  const [isRoomy] = useRoomyRows();
  useLayoutEffect(() => void document.documentElement.toggleAttribute("data-roomy", isRoomy), [isRoomy]);
  const Current = colorSchemes.find(({ value }) => value === colorScheme)?.icon ?? IconDeviceDesktop;
  return (
    <MenuOnUse
      menu={AppearanceMenuItems}
      load={loadItems}
      target={
        <ActionIcon variant="subtle" color="gray" size={34} aria-label="Appearance">
          <Current size={18} aria-hidden />
        </ActionIcon>
      }
    />
  );
}
