import { Button, Skeleton } from "@mantine/core";
import { IconChevronRight, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useEffectEvent, useId } from "react";
import { errorText } from "../api/api-error.ts";
import { messagesOf } from "../api/call-messages.ts";
import { useMay, useReadOnly } from "../api/permissions.ts";
import { showBanner } from "../ui/banners.ts";
import { Card } from "../ui/card.tsx";
import { lazyWithRetry } from "../ui/lazy-with-retry.ts";
import { LoadError } from "../ui/load-error.tsx";
import { moveFocusInRows } from "../ui/row-keyboard.ts";
import { useFocusHandover } from "../ui/use-focus-handover.ts";
import type { Choice } from "./field.ts";
import type { Resource, Stored } from "./resource.ts";
import classes from "./resource-card.module.css";
import { resourceQuery } from "./resource-query.ts";
import { resourceTitles } from "./resource-texts.ts";
import { useOpenRecord } from "./use-open-record.ts";
import { useRetainedRecord } from "./use-retained-record.ts";
import { useStaysOpen } from "./use-stays-open.ts";

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
function ResourceRow<Item extends Stored>(props: ResourceRowProps<Item>) {
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

// Loaded when a form is first opened.
const ResourceDialog = lazyWithRetry(() => import("./resource-dialog.tsx"));

interface ResourceCardProps<Item extends Stored> {
  title: string;
  resource: Resource<Item>;
  purpose?: string;
  /** Search and filters, shown above the records if there are any. */
  tools?: ReactNode;
  isMain?: boolean;
  /** The open record that contains this list. */
  inside?: string;
  /** Shows chips instead of rows. */
  isChips?: boolean;
  /** The resource of a record, or of a kind to add, if there are several. */
  kindOf?: (kind: string | Item) => Resource<Item> | undefined;
  /** The kinds that the dialog to add a record offers; the first one is preselected. */
  kinds?: readonly Choice[];
  /** Label of the "Add" button, if it differs from the title of the dialog. */
  addLabel?: string;
  /** Replaces the "Add" button if there are several kinds. */
  add?: (openNew: (kind?: string) => void) => ReactNode;
  /** Renders content around the form of a stored record. */
  around?: (item: Item, form: ReactNode, isDeleted: boolean) => ReactNode;
  /** Opens the form below the row instead of in a dialog, followed by this content. */
  below?: (item: Item) => ReactNode;
}

/** A list of records that can be added, edited and deleted. */
export function ResourceCard<Item extends Stored>({ resource, ...props }: ResourceCardProps<Item>) {
  const {
    title,
    purpose,
    tools,
    isMain = false,
    inside,
    isChips = false,
    kindOf = () => resource,
    kinds,
    addLabel,
    add,
    around,
    below,
  } = props;
  const { list, texts } = resource;
  useReadOnly(resource.change);
  const canAdd = useMay()(resource.create);
  const query = useQuery(resourceQuery(resource));
  const answered = query.data;
  const items = list.when === undefined ? answered : answered?.filter(list.when);
  const record = useOpenRecord(resource.name, inside);
  const kept = useRetainedRecord(items, answered, record.id);
  const isAdding = useStaysOpen(record.newKind !== undefined, canAdd);
  const opened = isAdding ? ("new" as const) : kept.record;
  const isInDialog = opened === "new" || (opened !== undefined && below === undefined);
  const dialogKind = isInDialog && (kindOf(opened === "new" ? (record.newKind ?? "") : opened) ?? resource);
  const giveUp = useEffectEvent(() => {
    showBanner({ tone: "info", title: `This ${resource.noun} no longer exists` });
    record.close();
  });
  // Inside another record, the URL may name a record of a different list.
  const isUnknown = kept.isUnknown && inside === undefined;
  useEffect(() => {
    if (isUnknown) giveUp();
  }, [isUnknown]);
  const handover = useFocusHandover();
  const addButton =
    canAdd &&
    (add?.(record.openNew) ?? (
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        variant={isMain ? "filled" : "default"}
        onClick={() => record.openNew()}
      >
        {addLabel ?? resourceTitles(resource).add}
      </Button>
    ));
  return (
    <Card title={title} purpose={purpose} action={addButton} isInner={inside !== undefined}>
      {query.isError && items === undefined && (
        <LoadError text={errorText(query.error, messagesOf(list.key)?.failure)} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Skeleton height={74} radius={6} />}
      {answered !== undefined && answered.length > 0 && tools}
      {items?.length === 0 && (
        <div className={classes.empty}>
          <p>{texts.empty}</p>
          <p>{texts.purpose}</p>
        </div>
      )}
      {items !== undefined && items.length > 0 && (
        <ul className={isChips ? classes.chips : classes.rows} onKeyDown={moveFocusInRows} {...handover}>
          {items.map((item) => (
            <ResourceRow
              key={item.id}
              item={item}
              resource={kindOf(item) ?? resource}
              isChip={isChips}
              isOpen={below && item === opened}
              opens={record.nameOf(item.id)}
              onOpen={() => record.open(item.id)}
              onClose={record.close}
            >
              {below?.(item)}
            </ResourceRow>
          ))}
        </ul>
      )}
      {opened !== undefined && dialogKind && (
        <Suspense>
          <ResourceDialog
            key={opened === "new" ? "new" : opened.id}
            resource={dialogKind}
            opened={opened}
            isDeleted={kept.isDeleted}
            kinds={
              kinds && opened === "new"
                ? { choices: kinds, chosen: record.newKind, onChoose: record.turnNew }
                : undefined
            }
            around={around && opened !== "new" ? (form) => around(opened, form, kept.isDeleted) : undefined}
            onClose={record.close}
          />
        </Suspense>
      )}
    </Card>
  );
}
