import { DisplaysCard } from "../../entities/display/displays-card.tsx";
import { Page } from "../../ui/page.tsx";

/** DISP-1: the displays of this module. */
export default function EpldSettingsPage() {
  return (
    <Page>
      <DisplaysCard scope="epld" />
    </Page>
  );
}
