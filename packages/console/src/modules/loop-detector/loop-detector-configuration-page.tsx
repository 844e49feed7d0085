import { ConfigList } from "../../entities/config/config-list.tsx";
import { Page } from "../../ui/page.tsx";

export default function LoopDetectorConfigurationPage() {
  return (
    <Page>
      <ConfigList scope="loop" label="Loop detector configurations" purpose="Settings for loop detectors" />
    </Page>
  );
}
