import { IconBarrierBlock, IconBell, IconTextCaption, type TablerIcon } from "@tabler/icons-react";

/** What a person can have a gate do. There is no close: an arm comes down by itself. */
export const manualActions = {
  open: { label: "Open barrier", icon: IconBarrierBlock, key: "POST /gates/{id}/open" },
  buzz: { label: "Sound buzzer", icon: IconBell, key: "POST /gates/{id}/buzz" },
  show: { label: "Show text", icon: IconTextCaption, key: "POST /gates/{id}/show" },
} as const satisfies Record<string, { label: string; icon: TablerIcon; key: string }>;

/** One of them. */
export type ManualAction = keyof typeof manualActions;
