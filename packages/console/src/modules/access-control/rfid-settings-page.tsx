import { ReaderState } from "../../access/reader-state.tsx";
import { DisplaysCard } from "../../entities/display/displays-card.tsx";
import { PushSettings } from "../../entities/ingest/push-settings.tsx";
import { RfidServerCard } from "../../entities/rfid-server/rfid-server-card.tsx";
import { readers } from "../../entities/sensor/reader.resource.tsx";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { Page } from "../../ui/page.tsx";

/** Settings of access by RFID tag. */
export default function RfidSettingsPage() {
  return (
    <Page>
      <RfidServerCard />
      <ResourceCard
        title="RFID Readers"
        resource={readers}
        around={(reader, form, isDeleted) => (
          <>
            {!isDeleted && <ReaderState id={reader.id} />}
            {form}
            {!isDeleted && <PushSettings sender="sensors" id={reader.id} />}
          </>
        )}
      />
      <DisplaysCard scope="rfid-ac" />
    </Page>
  );
}
