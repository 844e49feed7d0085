import { ResourceCard } from "../../forms/resource-card.tsx";
import { DisplaysCard } from "../../gate/displays-card.tsx";
import { Page } from "../../ui/page.tsx";
import { PushSettings } from "../ingest/push-settings.tsx";
import { readers } from "./reader.resource.tsx";
import { ReaderState } from "./reader-state.tsx";
import { RfidServerCard } from "./rfid-server-card.tsx";

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
