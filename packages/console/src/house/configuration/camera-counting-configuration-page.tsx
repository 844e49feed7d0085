import { Page } from "../../ui/page.tsx";
import { SettingsElsewhere } from "../../ui/settings-elsewhere.tsx";
import { ConfigList } from "./config-list.tsx";

export default function CameraCountingConfigurationPage() {
  return (
    <Page>
      <ConfigList
        scope="cc"
        label="Camera counting configurations"
        purpose="Settings for camera counting"
        empty={<SettingsElsewhere to="/camera-counting/settings" />}
      />
    </Page>
  );
}
