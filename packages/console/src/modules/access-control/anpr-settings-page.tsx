import { tvms } from "../../entities/tvm/tvm.resource.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { Page } from "../../ui/page.tsx";

/** TVM-1: the settings of access by number plate. */
export default function AnprSettingsPage() {
  return (
    <Page>
      <ResourceCard title="Ticket Vending Machines" resource={tvms} />
    </Page>
  );
}
