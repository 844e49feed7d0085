import type { MantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun, type TablerIcon } from "@tabler/icons-react";
import { useStoredChoice } from "../../ui/use-stored-choice.ts";

/** The colour schemes to choose from. */
export const colorSchemes: readonly { value: MantineColorScheme; title: string; icon: TablerIcon }[] = [
  { value: "auto", title: "System", icon: IconDeviceDesktop },
  { value: "light", title: "Light", icon: IconSun },
  { value: "dark", title: "Dark", icon: IconMoon },
];

/** Whether rows are higher. */
export const useRoomyRows = () => useStoredChoice("roomy-rows", false);
