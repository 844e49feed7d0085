import { LaneCamerasTable } from "../../entities/camera/lane-cameras-table.tsx";
import { lanes } from "../../entities/lane/lane.resource.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { Page } from "../../ui/page.tsx";

/** Lanes, their speed limits and cameras. */
export default function LanesCamerasPage() {
  return (
    <Page>
      <ResourceCard title="Lanes" resource={lanes} />
      <LaneCamerasTable />
    </Page>
  );
}
