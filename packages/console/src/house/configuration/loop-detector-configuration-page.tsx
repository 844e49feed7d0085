import { Page } from "../../ui/page.tsx";
import { ConfigList } from "./config-list.tsx";

export default function LoopDetectorConfigurationPage() {
  return (
    <Page>
      <ConfigList scope="loop" label="Loop detector configurations" purpose="Settings for loop detectors" />
    </Page>
  );
}
