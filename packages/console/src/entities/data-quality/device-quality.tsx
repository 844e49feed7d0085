import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";

// Below the settings of a device, so it is loaded when a device is opened.
const DeviceQualityCard = lazyWithRetry(() => import("./device-quality-card.tsx"));

/** RULE-10: clock drift and read quality of a device. */
export function DeviceQuality({ id }: { id: number }) {
  return (
    <Suspense fallback={<Skeleton height={120} radius={8} />}>
      <DeviceQualityCard id={id} />
    </Suspense>
  );
}
