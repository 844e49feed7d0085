import { Skeleton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, Suspense, useId } from "react";
import { lazyWithRetry } from "../ui/lazy-with-retry.ts";
import type { Resource, Stored } from "./resource.ts";
import classes from "./resource-card.module.css";

// Loaded when a form is first opened.
const ResourceForm = lazyWithRetry(() =>
  import("./resource-form.tsx").then((file) => ({ default: file.ResourceForm })),
);

interface ResourceRowProps<Item extends Stored> {
  item: Item;
  resource: Resource<Item>;
  isChip: boolean;
  /** Undefined if the record opens in a dialog. */
  isOpen: boolean | undefined;
  /** The record as the URL names it. */
  opens: string;
  onOpen: () => void;
  onClose: () => void;
  /** Content below the form. */
  children: ReactNode;
}

/** A record in its list: opens its dialog, or expands its form. */
export function ResourceRow<Item extends Stored>(props: ResourceRowProps<Item>) {
  const { item, resource, isChip, isOpen, opens, onOpen, onClose, children } = props;
  const id = useId();
  return (
    <li>
      <div className={classes.line}>
        <button
          type="button"
          className={classes.item}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          data-opens={opens}
          onClick={isOpen ? onClose : onOpen}
        >
          {resource.icon?.(item)}
          <span className={classes.title}>{resource.title(item)}</span>
          {(!isChip || resource.details !== undefined) && (
            <span className={classes.details}>{resource.details?.(item)}</span>
          )}
          {!isChip && <IconChevronRight className={classes.chevron} size={16} aria-hidden />}
        </button>
        {resource.state && <span className={classes.state}>{resource.state(item)}</span>}
      </div>
      {isOpen && (
        <div id={id} className={classes.below}>
          <Suspense fallback={<Skeleton height={140} radius={6} />}>
            <ResourceForm resource={resource} opened={item} onDone={onClose} isKept />
            {/* Shown together with the form: one that arrives later would move a button while it is being pressed. */}
            {children}
          </Suspense>
        </div>
      )}
    </li>
  );
}
