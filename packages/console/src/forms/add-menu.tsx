import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Choice } from "./field.ts";

interface AddMenuProps<Kind extends string> {
  label: string;
  kinds: readonly (Choice<Kind> & { icon?: ReactNode })[];
  /** Further kinds under a heading. */
  more?: { title: string; kinds: readonly Choice<Kind>[] } | undefined;
  onAdd: (kind: Kind) => void;
}

/** Adds a record of one of several kinds. */
export function AddMenu<Kind extends string>({ label, kinds, more, onAdd }: AddMenuProps<Kind>) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind.value} leftSection={kind.icon} onClick={() => onAdd(kind.value)}>
            {kind.label}
          </Menu.Item>
        ))}
        {more !== undefined && (
          <>
            <Menu.Label>{more.title}</Menu.Label>
            {more.kinds.map(({ value, label: title }) => (
              <Menu.Item key={value} onClick={() => onAdd(value)}>
                {title}
              </Menu.Item>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
