import { boomBarriers } from "../../entities/boom-barrier/boom-barrier.resource.ts";
import { buzzers } from "../../entities/buzzer/buzzer.resource.ts";
import { DisplaysCard } from "../../entities/display/displays-card.tsx";
import { gates } from "../../entities/gate/gate.resource.tsx";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { Page } from "../../ui/page.tsx";

/** BARRIER-1: everything at the gates. */
export default function GatesAndActuatorsPage() {
  return (
    <Page>
      <ResourceCard title="Boom Barriers" resource={boomBarriers} />
      <DisplaysCard scope="ac" title="Access Control Displays" />
      <ResourceCard title="Buzzers" resource={buzzers} />
      <ResourceCard title="Gates" resource={gates} />
    </Page>
  );
}
