import { Suspense } from "react";
import { boomBarriers } from "../../entities/boom-barrier/boom-barrier.resource.tsx";
import { buzzers } from "../../entities/buzzer/buzzer.resource.tsx";
import { DisplaysCard } from "../../entities/display/displays-card.tsx";
import { gates } from "../../entities/gate/gate.resource.tsx";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { Page } from "../../ui/page.tsx";

// Loaded when a gate is first opened.
const GateDetails = lazyWithRetry(() => import("../../entities/gate/gate-details.tsx"));

/** BARRIER-1: gates and their devices. Gates come first: guards open them here. */
export default function GatesAndActuatorsPage() {
  return (
    <Page>
      <ResourceCard
        title="Gates"
        resource={gates}
        around={(gate, form, isDeleted) => (
          <Suspense>
            <GateDetails gate={gate} isDeleted={isDeleted}>
              {form}
            </GateDetails>
          </Suspense>
        )}
      />
      <ResourceCard title="Boom Barriers" resource={boomBarriers} />
      <DisplaysCard scope="ac" title="Access Control Displays" />
      <ResourceCard title="Buzzers" resource={buzzers} />
    </Page>
  );
}
