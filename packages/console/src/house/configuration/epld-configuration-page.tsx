import { Page } from "../../ui/page.tsx";
import { SettingsElsewhere } from "../../ui/settings-elsewhere.tsx";
import { ConfigList } from "./config-list.tsx";

/** Configurations of empty parking lot detection. */
export default function EpldConfigurationPage() {
  return (
    <Page>
      <ConfigList
        scope="epld"
        label="EPLD configurations"
        purpose="Settings for empty parking lot detection"
        empty={<SettingsElsewhere to="/epld/settings" />}
      />
    </Page>
  );
}
