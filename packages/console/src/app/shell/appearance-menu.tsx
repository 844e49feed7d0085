import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop } from "@tabler/icons-react";
import { useLayoutEffect } from "react";
import { colorSchemes, useRoomyRows } from "./appearance.ts";

/** Colour scheme and row height, stored in this browser. */
export function AppearanceMenu() {
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
