import { callMessages } from "@gatehouse/contract/messages";
import { Button, Skeleton } from "@mantine/core";
import { IconChevronRight, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent } from "react";
import { errorText } from "../api/api-error.ts";
import { callQuery } from "../api/call-query.ts";
import { showBanner } from "../ui/banners.ts";
import { Card } from "../ui/card.tsx";
import { LoadFailure } from "../ui/load-failure.tsx";
import type { Resource, Stored } from "./resource.ts";
import classes from "./resource-card.module.css";
import { useKeptRecord } from "./use-kept-record.ts";
import { useOpenRecord } from "./use-open-record.ts";

// The form's code comes when a form is first opened.
const ResourceDialog = lazy(() => import("./resource-dialog.tsx"));

interface ResourceCardProps<Item extends Stored> {
  title: string;
  resource: Resource<Item>;
  /** Short names side by side instead of rows. */
  isChips?: boolean;
  /** The resource of an item, or of a kind to be added, where a list has several kinds. */
  kindOf?: (kind: string | Item) => Resource<Item> | undefined;
  /** Replaces the plain "Add" button where there are several kinds. */
  add?: (openNew: (kind: string) => void) => ReactNode;
}

/** A list of records with the ways to add, open, change and delete them, in all of its states. */
export function ResourceCard<Item extends Stored>({ title, resource, isChips, kindOf, add }: ResourceCardProps<Item>) {
  const { list, noun, words } = resource;
  const query = useQuery(callQuery(resource.topic, list.key as "GET /gates", { params: list.params } as never));
  const items = query.data as unknown as readonly Item[] | undefined;
  const record = useOpenRecord(resource.name);
  const kept = useKeptRecord(items, items, record.id);
  const opened = record.newKind !== undefined ? ("new" as const) : kept.record;
  const kind =
    opened === undefined ? undefined : (kindOf?.(opened === "new" ? (record.newKind ?? "") : opened) ?? resource);
  const giveUp = useEffectEvent(() => {
    showBanner({ tone: "info", title: `This ${noun} does not exist any more` });
    record.close();
  });
  useEffect(() => {
    if (kept.isUnknown) giveUp();
  }, [kept.isUnknown]);
  const addButton = add?.(record.openNew) ?? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} variant="default" onClick={() => record.openNew()}>
      {`Add ${noun}`}
    </Button>
  );
  return (
    <Card title={title} action={addButton}>
      {query.isError && items === undefined && (
        <LoadFailure
          text={errorText(query.error, callMessages[list.key]?.failure)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <Skeleton height={74} radius={6} />}
      {items?.length === 0 && (
        <div className={classes.empty}>
          <p>{words.empty}</p>
          <p>{words.purpose}</p>
        </div>
      )}
      {items !== undefined && items.length > 0 && (
        <ul className={isChips ? classes.chips : classes.rows}>
          {items.map((item) => (
            <li key={item.id}>
              <button type="button" className={classes.item} onClick={() => record.open(item.id)}>
                {resource.icon?.(item)}
                <span className={classes.title}>{resource.title(item)}</span>
                {!isChips && <span className={classes.details}>{resource.details?.(item)}</span>}
                {!isChips && <IconChevronRight className={classes.chevron} size={16} aria-hidden />}
              </button>
            </li>
          ))}
        </ul>
      )}
      {opened !== undefined && kind !== undefined && (
        <Suspense>
          <ResourceDialog
            key={opened === "new" ? "new" : opened.id}
            resource={kind as unknown as Resource<Stored>}
            opened={opened}
            isDeleted={kept.isDeleted}
            onClose={record.close}
          />
        </Suspense>
      )}
    </Card>
  );
}
