import type { SiteEvent } from "@gatehouse/contract/entities/event";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { gateTypes } from "@gatehouse/contract/fields/gate-types";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { Button, NativeSelect } from "@mantine/core";
import { IconDownload, IconFilter, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { gateTypeChoices } from "../../access/gate-type-choices.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useDownload } from "../../api/use-download.ts";
import { TimeBounds } from "../../forms/time-bounds.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { toLocalTime } from "../../ui/zoned-time.ts";
import { activeFilters } from "./active-filters.ts";
import { toEventQuery } from "./event.queries.ts";
import { sourceOf } from "./event-filters.ts";
import { eventKinds } from "./event-kinds.tsx";
import classes from "./event-list.module.css";
import { findTimeRange, timeRanges, toTimeRange } from "./time-ranges.ts";
import { useEventParams } from "./use-event-params.ts";

const any = { value: "", label: "Any" };
const directions = [any, ...gateTypeChoices];
const outcomes = [any, { value: "granted", label: "Granted" }, { value: "denied", label: "Denied" }];
const custom = "custom";
const times = [{ value: "", label: "Any time" }, ...timeRanges, { value: custom, label: "Custom range" }];

interface EventToolsProps {
  module: EventModule;
  rows: readonly SiteEvent[];
  /** Whether the limits of a custom range are shown, even if they are not complete. */
  isCustom: boolean;
  onCustom: (isCustom: boolean) => void;
  onClear: () => void;
}

/** Search, filters and CSV export of an event list. */
export function EventTools({ module, rows, isCustom, onCustom, onClear }: EventToolsProps) {
  const may = useMay();
  const params = useEventParams();
  const { status, text, source, direction, isGranted, from, to, filters, go } = params;
  const { timeZone } = useSite();
  const sources = useSources(module, rows, source);
  const exporting = useDownload("GET /events/{module}/export");
  const kind = eventKinds[module];
  // On a phone the filters are collapsed.
  const [isOpen, setIsOpen] = useState(false);
  const isLimited = from !== undefined || to !== undefined;
  const hasTimes = isCustom || isLimited;
  const span = isLimited ? findTimeRange({ from, to }, new Date(), timeZone) : undefined;
  const active = activeFilters(params, timeZone);
  const chooseSpan = (name: string) => {
    onCustom(name === custom);
    // The limits of a custom range start with those of the range before.
    if (name !== custom) go(toTimeRange(name, new Date(), timeZone));
  };
  const chooseOutcome = (value: string) =>
    go({
      isGranted: value === "" ? undefined : value === "granted",
      // Granted events are processed and denied ones received, so the tab changes too.
      ...(value !== "" && status !== undefined && { status: statusOf(value) }),
    });
  const save = () => {
    const name = `events-${codeOf(module)}-${toLocalTime(new Date(), timeZone).slice(0, 10)}.csv`;
    exporting.mutate({ params: { module: codeOf(module) }, query: toEventQuery(module, filters), name });
  };
  return (
    <>
      <div className={classes.tools} data-screen-only data-open={isOpen || hasTimes || undefined}>
        {kind.search !== undefined && <SearchBox label={kind.search} value={text} onSearch={(text) => go({ text })} />}
        <Button
          className={classes.more}
          variant="default"
          size="xs"
          aria-expanded={isOpen}
          leftSection={<IconFilter size={14} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          Filters
        </Button>
        <Choice
          label="Time"
          data={times}
          value={isCustom ? custom : (span ?? (isLimited ? custom : ""))}
          onChoose={chooseSpan}
        />
        <Choice
          label="Source"
          data={[any, ...sources.map((name) => ({ value: name, label: name }))]}
          value={source ?? ""}
          onChoose={(name) => go({ source: name || undefined })}
        />
        {kind.hasDirection && (
          <Choice
            label="Direction"
            data={directions}
            value={direction ?? ""}
            onChoose={(value) => go({ direction: gateTypes.find((type) => type === value) })}
          />
        )}
        {kind.isDecided && (
          <Choice
            label="Outcome"
            data={outcomes}
            value={isGranted === undefined ? "" : isGranted ? "granted" : "denied"}
            onChoose={chooseOutcome}
          />
        )}
        {may("GET /events/{module}/export") && (
          <Button
            className={classes.export}
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
            disabled={rows.length === 0}
            loading={exporting.isPending}
            onClick={save}
          >
            Export CSV
          </Button>
        )}
      </div>
      {active.length > 0 && (
        <ul className={classes.chips} aria-label="Filters">
          {active.map(({ label, without }) => (
            <li key={label}>
              <button type="button" title="Remove filter" onClick={() => go(without)}>
                {label}
                <IconX size={13} aria-hidden />
              </button>
            </li>
          ))}
          {active.length > 1 && (
            <li>
              <button type="button" className={classes.clear} onClick={onClear}>
                Clear all
              </button>
            </li>
          )}
        </ul>
      )}
      {/* Last, because a fault at a limit would move a filter from under the pointer that removes it. */}
      {hasTimes && (
        <div className={classes.times}>
          <TimeBounds from={from} to={to} onChange={go} />
        </div>
      )}
    </>
  );
}

const statusOf = (outcome: string) => (outcome === "granted" ? "PROCESSED" : "RECEIVED");

interface ChoiceProps {
  label: string;
  data: readonly { value: string; label: string }[];
  value: string;
  onChoose: (value: string) => void;
}

function Choice({ label, data, value, onChoose }: ChoiceProps) {
  return (
    <NativeSelect
      className={classes.choice}
      size="xs"
      label={label}
      data={[...data]}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}

/** Names of the sources that can be filtered by: the configured ones, and those of the listed events. */
function useSources(module: EventModule, rows: readonly SiteEvent[], chosen: string | undefined): string[] {
  const { data: known = [] } = useQuery(
    callQuery(
      module === "RFID_ACCESS_CONTROL" || module === "LOOP_DETECTOR" ? "sensors" : "cameras",
      "GET /events/{module}/sources",
      {
        params: { module: codeOf(module) },
      },
    ),
  );
  const names = new Set([...known, ...rows.map(sourceOf), ...(chosen === undefined ? [] : [chosen])]);
  return [...names].filter((name) => name !== "").toSorted((one, other) => one.localeCompare(other));
}
