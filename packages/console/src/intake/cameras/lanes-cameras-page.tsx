import { ResourceCard } from "../../forms/resource-card.tsx";
import { lanes } from "../../gate/lane.resource.ts";
import { Page } from "../../ui/page.tsx";
import { LaneCamerasTable } from "./lane-cameras-table.tsx";

/** Lanes, their speed limits and cameras. */
export default function LanesCamerasPage() {
  return (
    <Page>
      <ResourceCard title="Lanes" resource={lanes} />
      <LaneCamerasTable />
    </Page>
  );
}
