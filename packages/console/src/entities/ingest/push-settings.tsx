import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import type { Sender } from "./push-card.tsx";

// Only whoever installs a device looks at it.
const PushCard = lazyWithRetry(() => import("./push-card.tsx"));

/** INT-3: how something pushes its events, beneath its form. */
export function PushSettings({ sender, id }: { sender: Sender; id: number }) {
  return (
    <Suspense fallback={<Skeleton height={200} radius={8} />}>
      <PushCard sender={sender} id={id} />
    </Suspense>
  );
}
