import { eventTexts } from "@gatehouse/contract/entities/event.messages";
import { Button } from "@mantine/core";
import { IconCalendarOff } from "@tabler/icons-react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { activeFilters } from "./active-filters.ts";
import { useEventParams } from "./use-event-params.ts";

/** EVT-1: why the list is empty, and what to do. */
export function NoEvents({ onClear }: { onClear: () => void }) {
  const params = useEventParams();
  const { status, page, go } = params;
  if (page > 1)
    return (
      <EmptyState
        icon={IconCalendarOff}
        title={eventTexts.empty}
        action={
          <Button variant="default" onClick={() => go({})}>
            Newest events
          </Button>
        }
      >
        There are no older events.
      </EmptyState>
    );
  if (activeFilters(params, "UTC").length > 0)
    return (
      <EmptyState
        icon={IconCalendarOff}
        title={eventTexts.empty}
        action={
          <Button
            variant="default"
            // Keeps the focus, because the fault of a limit that loses it would move this button from under the pointer.
            onMouseDown={(event) => event.preventDefault()}
            onClick={onClear}
          >
            Clear filters
          </Button>
        }
      >
        No event matches these filters.
      </EmptyState>
    );
  return (
    <EmptyState icon={IconCalendarOff} title={eventTexts.empty}>
      {status === undefined
        ? "Events appear here automatically."
        : status === "PROCESSED"
          ? "Events that had an effect appear here automatically. The others are under Received."
          : "Events that had no effect appear here automatically."}
    </EmptyState>
  );
}
