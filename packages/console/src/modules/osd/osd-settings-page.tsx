import { DisplaysCard } from "../../entities/display/displays-card.tsx";
import { Page } from "../../ui/page.tsx";

/** DISP-1: the displays of this module. */
export default function OsdSettingsPage() {
  return (
    <Page>
      <DisplaysCard scope="osd" />
    </Page>
  );
}
