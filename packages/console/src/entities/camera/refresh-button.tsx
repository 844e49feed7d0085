import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";

/** CAM-1: refetches the cameras. */
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
