import { boomBarriers } from "../../entities/boom-barrier/boom-barrier.resource.tsx";
import { buzzers } from "../../entities/buzzer/buzzer.resource.tsx";
import { DisplaysCard } from "../../entities/display/displays-card.tsx";
import { gates } from "../../entities/gate/gate.resource.tsx";
import { GateDetails } from "../../entities/gate/gate-details.tsx";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { Page } from "../../ui/page.tsx";

/** Gates and their devices. Gates come first: guards open them here. */
export default function GatesAndActuatorsPage() {
  return (
    <Page>
      <ResourceCard
        title="Gates"
        resource={gates}
        around={(gate, form, isDeleted) => (
          <GateDetails gate={gate} isDeleted={isDeleted}>
            {form}
          </GateDetails>
        )}
      />
      <ResourceCard title="Boom Barriers" resource={boomBarriers} />
      <DisplaysCard scope="ac" title="Access Control Displays" />
      <ResourceCard title="Buzzers" resource={buzzers} />
    </Page>
  );
}
