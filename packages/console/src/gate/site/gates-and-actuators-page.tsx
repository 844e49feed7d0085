import { ResourceCard } from "../../forms/resource-card.tsx";
import { Page } from "../../ui/page.tsx";
import { DisplaysCard } from "../displays-card.tsx";
import { boomBarriers } from "./boom-barrier.resource.tsx";
import { buzzers } from "./buzzer.resource.tsx";
import { gates } from "./gate.resource.tsx";
import { GateDetails } from "./gate-details.tsx";

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
