import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun, type TablerIcon } from "@tabler/icons-react";
import { useLayoutEffect } from "react";
import { useStoredChoice } from "../../ui/use-stored-choice.ts";

const schemes: readonly { value: MantineColorScheme; title: string; icon: TablerIcon }[] = [
  { value: "auto", title: "System", icon: IconDeviceDesktop },
  { value: "light", title: "Light", icon: IconSun },
  { value: "dark", title: "Dark", icon: IconMoon },
];

/** Colour scheme and row height, stored in this browser. */
export function AppearanceMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [isRoomy, setIsRoomy] = useStoredChoice("roomy-rows", false);
  useLayoutEffect(() => void document.documentElement.toggleAttribute("data-roomy", isRoomy), [isRoomy]);
  const Current = schemes.find(({ value }) => value === colorScheme)?.icon ?? IconDeviceDesktop;
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={34} aria-label="Appearance">
          <Current size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          {schemes.map(({ value, title, icon: Icon }) => (
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
