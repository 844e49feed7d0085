import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { lazyPart } from "../../ui/lazy-part.ts";
import type { Sender } from "./push-card.tsx";

// Only whoever installs a device looks at it.
const PushCard = lazyPart(() => import("./push-card.tsx"));

/** INT-3: how something pushes its events, beneath its form. */
export function Pushing({ sender, id }: { sender: Sender; id: number }) {
  return (
    <Suspense fallback={<Skeleton height={200} radius={8} />}>
      <PushCard sender={sender} id={id} />
    </Suspense>
  );
}
