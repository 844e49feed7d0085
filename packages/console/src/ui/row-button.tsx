import { ActionIcon, Button, UnstyledButton } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";
import classes from "./row-button.module.css";

const base = `mantine-focus-auto mantine-active ${UnstyledButton.classes.root}`;
const iconClass = `${base} ${ActionIcon.classes.root} ${classes.icon}`;
const textClass = `${base} ${Button.classes.root} ${classes.text}`;

interface RowIconButtonProps {
  label: string;
  title?: string;
  icon: TablerIcon;
  /** The record that it opens, as in the URL. */
  opens?: string;
  onClick: () => void;
}

/** Looks like a subtle `ActionIcon`, without its hooks: a table has hundreds of them. */
export const RowIconButton = ({ label, title, icon: Icon, opens, onClick }: RowIconButtonProps) => (
  <button type="button" className={iconClass} aria-label={label} title={title} data-opens={opens} onClick={onClick}>
    <Icon size={16} aria-hidden />
  </button>
);

interface RowButtonProps {
  label: string;
  title?: string;
  text: string;
  isBusy?: boolean;
  /** The record that it opens, as in the URL. */
  opens?: string;
  onClick: () => void;
}

/** Looks like a subtle, compact `Button`, for tables with many rows. */
export const RowButton = ({ label, title, text, isBusy = false, opens, onClick }: RowButtonProps) => (
  <button
    type="button"
    className={textClass}
    aria-label={label}
    title={title}
    disabled={isBusy}
    data-opens={opens}
    onClick={onClick}
  >
    {text}
  </button>
);
