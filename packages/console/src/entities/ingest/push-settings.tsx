import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { useMay } from "../../api/permissions.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import type { Sender } from "./sender.ts";

// Only needed during installation, so it is loaded on demand.
const PushCard = lazyWithRetry(() => import("./push-card.tsx"));

/** INT-3: push settings of a device or sensor. */
export function PushSettings({ sender, id }: { sender: Sender; id: number }) {
  const may = useMay();
  if (!may("GET /ai-devices/{id}/ingest")) return null;
  return (
    <Suspense fallback={<Skeleton height={200} radius={8} />}>
      <PushCard sender={sender} id={id} />
    </Suspense>
  );
}
