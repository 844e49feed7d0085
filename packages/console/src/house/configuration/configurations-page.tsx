import type { ConfigScope } from "@gatehouse/contract/modules/module";
import { Page } from "../../ui/page.tsx";
import { ConfigList } from "./config-list.tsx";

interface ConfigurationsPageProps {
  scope: ConfigScope;
  label: string;
  purpose: string;
  settingsPath?: string;
}

/** The configurations of one scope. */
export default function ConfigurationsPage(props: ConfigurationsPageProps) {
  return (
    <Page>
      <ConfigList {...props} />
    </Page>
  );
}
