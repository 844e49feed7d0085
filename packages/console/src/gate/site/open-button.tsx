import type { Gate } from "@gatehouse/contract/entities/gate";
import { Button } from "@mantine/core";
import { IconBarrierBlock } from "@tabler/icons-react";
import { Suspense } from "react";
import { useMay } from "../../api/permissions.ts";
import { useKeptState } from "../../forms/drafts.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";

// Loaded when first opened.
const OpenDialog = lazyWithRetry(() => import("./open-dialog.tsx"));

/** Opens a gate by hand; nothing for a gate without a barrier, or a person who may not open it. */
export function OpenButton({ gate }: { gate: Gate }) {
  const may = useMay();
  const [isOpen, setIsOpen] = useKeptState<boolean>(`open-gate.${gate.id}`, false);
  if (gate.boomBarriers.length === 0 || !may("POST /gates/{id}/open")) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconBarrierBlock size={14} aria-hidden />}
        aria-label={`Open ${gate.name}`}
        onClick={() => setIsOpen(true)}
      >
        Open
      </Button>
      <Suspense>{isOpen && <OpenDialog gate={gate} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
