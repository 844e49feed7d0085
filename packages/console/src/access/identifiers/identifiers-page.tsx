import { identifierOrigins, identifierOriginTexts } from "@gatehouse/contract/entities/identifier/identifier";
import { Tabs } from "@mantine/core";
import { Page } from "../../ui/page.tsx";
import { IdentifierList } from "./identifier-list.tsx";
import { LookAlikesButton } from "./look-alikes-button.tsx";
import { useIdentifierParams } from "./use-identifier-params.ts";

/** Identifiers by source. */
export default function IdentifiersPage() {
  const { origin, go } = useIdentifierParams();
  return (
    <Page purpose="Registered number plates and RFID tags, and when each is valid" tools={<LookAlikesButton />}>
      <Tabs
        value={origin}
        onChange={(tab) => go({ origin: identifierOrigins.find((known) => known === tab) ?? origin })}
        keepMounted={false}
      >
        <Tabs.List mb="md" aria-label="Source">
          {identifierOrigins.map((source) => (
            <Tabs.Tab key={source} value={source}>
              {identifierOriginTexts[source].tab}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {identifierOrigins.map((source) => (
          <Tabs.Panel key={source} value={source}>
            <IdentifierList origin={source} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
