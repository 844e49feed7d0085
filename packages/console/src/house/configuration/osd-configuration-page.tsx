import { Page } from "../../ui/page.tsx";
import { SettingsElsewhere } from "../../ui/settings-elsewhere.tsx";
import { ConfigList } from "./config-list.tsx";

/** Configurations of overspeed detection. */
export default function OsdConfigurationPage() {
  return (
    <Page>
      <ConfigList
        scope="overspeed"
        label="Overspeed detection configurations"
        purpose="Settings for overspeed detection"
        empty={<SettingsElsewhere to="/overspeed-detection/settings" />}
      />
    </Page>
  );
}
