import { Menu } from "@mantine/core";
import { cloneElement, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { LoadedMenuProps } from "./menu-on-use.tsx";

interface OpenedMenuProps extends LoadedMenuProps {
  width: number;
  children: ReactNode;
}

/** A menu that is open at first: its button was used before the menu was loaded. */
export function OpenedMenu({ target, width, children }: OpenedMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // The menu returns the focus to where it was.
    button.current?.focus({ preventScroll: true });
    setIsOpen(true);
  }, []);
  return (
    <Menu position="bottom-end" width={width} opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
