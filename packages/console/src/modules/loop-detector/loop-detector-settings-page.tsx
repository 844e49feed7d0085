import { DisplaysCard } from "../../entities/display/displays-card.tsx";
import { loopDetectors } from "../../entities/sensor/loop-detector.resource.tsx";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { Page } from "../../ui/page.tsx";

/** LOOP-1: loop detectors and the displays beside them. */
export default function LoopDetectorSettingsPage() {
  return (
    <Page>
      <ResourceCard title="Loop Detectors" resource={loopDetectors} />
      <DisplaysCard scope="loop" />
    </Page>
  );
}
