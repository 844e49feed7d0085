import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./side-sheet.module.css";
import { useFocusReturn } from "./use-focus-return.ts";
import { useLayer } from "./use-layer.ts";

interface SideSheetProps {
  title: string;
  /** Maximum width in pixels. */
  width: number;
  onClose: () => void;
  children: ReactNode;
}

/** A drawer on the right. */
export function SideSheet({ title, width, onClose, children }: SideSheetProps) {
  useFocusReturn();
  useLayer(onClose);
  return (
    <Drawer
      opened
      position="right"
      size={width}
      title={title}
      closeButtonProps={{ "aria-label": "Close" }}
      classNames={{ title: classes.title ?? "", body: classes.body ?? "" }}
      onClose={onClose}
      closeOnEscape={false}
    >
      {children}
    </Drawer>
  );
}
