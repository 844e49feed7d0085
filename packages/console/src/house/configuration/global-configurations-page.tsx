import { Page } from "../../ui/page.tsx";
import { ConfigList } from "./config-list.tsx";

/** Configurations of the site. */
export default function GlobalConfigurationsPage() {
  return (
    <Page>
      <ConfigList
        scope="global"
        label="Global configurations"
        purpose="Settings for the whole site. Changes take effect immediately."
      />
    </Page>
  );
}
