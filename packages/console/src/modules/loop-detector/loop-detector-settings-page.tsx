import { DisplaysCard } from "../../entities/display/displays-card.tsx";
import { PushSettings } from "../../entities/ingest/push-settings.tsx";
import { loopDetectors } from "../../entities/sensor/loop-detector.resource.tsx";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { Page } from "../../ui/page.tsx";

/** Loop detectors and their displays. */
export default function LoopDetectorSettingsPage() {
  return (
    <Page>
      <ResourceCard
        title="Loop Detectors"
        resource={loopDetectors}
        around={(loop, form, isDeleted) => (
          <>
            {form}
            {!isDeleted && <PushSettings sender="sensors" id={loop.id} />}
          </>
        )}
      />
      <DisplaysCard scope="loop" />
    </Page>
  );
}
