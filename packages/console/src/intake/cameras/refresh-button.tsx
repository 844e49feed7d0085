import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";

/** Refetches the cameras. */
export function RefreshButton({ isFetching, onRefresh }: { isFetching: boolean; onRefresh: () => void }) {
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={isFetching}
      aria-label="Refresh cameras"
      onClick={onRefresh}
    >
      Refresh
    </Button>
  );
}
