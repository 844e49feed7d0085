import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { askToClose } from "./ask-to-leave.ts";
import classes from "./side-sheet.module.css";
import { UnsavedGuard } from "./unsaved-guard.tsx";
import { useLayer } from "./use-layer.ts";

interface SideSheetProps {
  title: string;
  /** Maximum width in pixels. */
  width: number;
  onClose: () => void;
  /** Whether closing would lose input. */
  isChanged?: () => boolean;
  children: ReactNode;
}

/** A drawer on the right. */
export function SideSheet({ title, width, onClose, isChanged, children }: SideSheetProps) {
  const close = async () => {
    if (!isChanged?.() || (await askToClose())) onClose();
  };
  const { props: layer } = useLayer(() => void close());
  return (
    <Drawer
      {...layer}
      position="right"
      size={width}
      title={title}
      closeButtonProps={{ "aria-label": "Close" }}
      classNames={{ title: classes.title, body: classes.body }}
    >
      {children}
      {isChanged && <UnsavedGuard of="dialog" isChanged={isChanged} />}
    </Drawer>
  );
}
