import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";
import { errorText } from "../api/api-error.ts";
import { messagesOf } from "../api/call-messages.ts";
import { useMay, useReadOnly } from "../api/permissions.ts";
import { showBanner } from "../ui/banners.ts";
import { Card } from "../ui/card.tsx";
import type { Column } from "../ui/data-table.tsx";
import { FilterChips } from "../ui/filter-chips.tsx";
import { lazyWithRetry } from "../ui/lazy-with-retry.ts";
import { LongTable } from "../ui/long-table.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import type { Resource, Stored } from "./resource.ts";
import { resourceQuery } from "./resource-query.ts";
import classes from "./resource-table.module.css";
import { resourceTitles } from "./resource-texts.ts";
import { useOpenRecord } from "./use-open-record.ts";
import { useRetainedRecord } from "./use-retained-record.ts";
import { useStaysOpen } from "./use-stays-open.ts";

// Loaded when a form is first opened.
const ResourceDialog = lazyWithRetry(() => import("./resource-dialog.tsx"));

interface ResourceTableProps<Item extends Stored, Filter extends string> {
  title: string;
  purpose: string;
  resource: Resource<Item>;
  /** The columns after the first one. */
  columns: readonly (Column & { cell: (item: Item) => ReactNode })[];
  /** Title and content of the first column; a click on it opens the record. */
  lead: { title: string; minWidth?: number; cell: (item: Item) => ReactNode };
  /** Buttons of a row. */
  actions?: { width: string; draw: (item: Item) => ReactNode };
  search: { label: string; textsOf: (item: Item) => readonly (string | null)[] };
  filters?: {
    label: string;
    choices: readonly { value: Filter; label: string; hint?: string }[];
    isShown: (item: Item, filter: Filter) => boolean;
  };
}

/** A table of records that can be searched, filtered, added, edited and deleted. */
export function ResourceTable<Item extends Stored, Filter extends string = never>(
  props: ResourceTableProps<Item, Filter>,
) {
  const { title, purpose, resource, lead, columns, actions, search, filters } = props;
  const { list, texts } = resource;
  useReadOnly(resource.change);
  const canAdd = useMay()(resource.create);
  const query = useQuery(resourceQuery(resource));
  const items = list.when === undefined ? query.data : query.data?.filter(list.when);
  const [text, setText] = useState("");
  const [filter, setFilter] = useState<Filter>();
  const rows = items
    ?.filter((item) => filter === undefined || filters?.isShown(item, filter) !== false)
    .filter((item) => isFound(search.textsOf(item), text));
  const record = useOpenRecord(resource.name);
  return (
    <Card
      title={title}
      purpose={purpose}
      action={
        canAdd && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => record.openNew()}>
            {resourceTitles(resource).add}
          </Button>
        )
      }
    >
      {items !== undefined && items.length > 0 && (
        <div className={classes.tools} data-screen-only>
          <SearchBox label={search.label} value={text} onSearch={setText} />
          {filters && <FilterChips {...filters} value={filter} onChange={setFilter} />}
        </div>
      )}
      <LongTable
        label={title}
        columns={[
          lead,
          ...columns,
          ...(actions ? [{ title: "Actions", isTitleHidden: true, width: actions.width }] : []),
        ]}
        rows={rows}
        error={
          query.isError
            ? { text: errorText(query.error, messagesOf(list.key)?.failure), retry: () => void query.refetch() }
            : undefined
        }
        empty={
          <div className={classes.empty}>
            <p>{items?.length === 0 ? texts.empty : "Nothing matches"}</p>
            <p>{items?.length === 0 ? texts.purpose : "Change the search text or remove the filter."}</p>
          </div>
        }
      >
        {(item, index) => (
          <tr key={item.id} className={classes.row} {...index}>
            <td data-label={lead.title}>
              <button
                type="button"
                className={classes.lead}
                data-opens={record.nameOf(item.id)}
                onClick={() => record.open(item.id)}
              >
                {lead.cell(item)}
              </button>
            </td>
            {columns.map(({ title: label, cell }) => (
              <td key={label} data-label={label}>
                {cell(item)}
              </td>
            ))}
            {actions && <td className={classes.actions}>{actions.draw(item)}</td>}
          </tr>
        )}
      </LongTable>
      <OpenRecord resource={resource} items={items} all={query.data} canAdd={canAdd} />
    </Card>
  );
}

interface OpenRecordProps<Item extends Stored> {
  resource: Resource<Item>;
  items: readonly Item[] | undefined;
  all: readonly Item[] | undefined;
  canAdd: boolean;
}

/** The dialog of the record that the URL names. */
function OpenRecord<Item extends Stored>({ resource, items, all, canAdd }: OpenRecordProps<Item>) {
  const record = useOpenRecord(resource.name);
  const kept = useRetainedRecord(items, all, record.id);
  const giveUp = useEffectEvent(() => {
    showBanner({ tone: "info", title: `This ${resource.noun} no longer exists` });
    record.close();
  });
  useEffect(() => {
    if (kept.isUnknown) giveUp();
  }, [kept.isUnknown]);
  const isAdding = useStaysOpen(record.newKind !== undefined, canAdd);
  const opened = isAdding ? ("new" as const) : kept.record;
  if (opened === undefined) return null;
  return (
    <Suspense>
      <ResourceDialog
        key={opened === "new" ? "new" : opened.id}
        resource={resource}
        opened={opened}
        isDeleted={kept.isDeleted}
        onClose={record.close}
      />
    </Suspense>
  );
}

/** Plates and tags are found in any notation. */
function isFound(texts: readonly (string | null)[], sought: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s-]/g, "");
  return texts.some((text) => text !== null && plain(text).includes(plain(sought)));
}
