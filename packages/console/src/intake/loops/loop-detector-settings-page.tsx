import { ResourceCard } from "../../forms/resource-card.tsx";
import { DisplaysCard } from "../../gate/displays-card.tsx";
import { Page } from "../../ui/page.tsx";
import { PushSettings } from "../ingest/push-card.tsx";
import { loopDetectors } from "./loop-detector.resource.tsx";

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
