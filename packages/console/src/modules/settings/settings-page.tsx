import { ModuleSwitches } from "../../entities/module-activation/module-switches.tsx";
import { Page } from "../../ui/page.tsx";

/** MOD-1: what the site consists of. */
export default function SettingsPage() {
  return (
    <Page>
      <ModuleSwitches />
    </Page>
  );
}
