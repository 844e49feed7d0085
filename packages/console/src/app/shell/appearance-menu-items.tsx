import { type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import type { LoadedMenuProps } from "../../ui/menu-on-use.tsx";
import { OpenedMenu } from "../../ui/opened-menu.tsx";
import { colorSchemes, useRoomyRows } from "./appearance.ts";

/** The choices of the appearance. */
export default function AppearanceMenuItems({ target }: LoadedMenuProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [isRoomy, setIsRoomy] = useRoomyRows();
  return (
    <OpenedMenu target={target} width={180}>
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
    </OpenedMenu>
  );
}
