import { identifierOrigins, identifierOriginTexts } from "@gatehouse/contract/entities/identifier/identifier";
import { Button, Tabs } from "@mantine/core";
import { IconArrowsDiff } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { Page } from "../../ui/page.tsx";
import { IdentifierList } from "./identifier-list.tsx";
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

// Loaded when first opened.
const LookAlikesSheet = lazyWithRetry(() => import("./look-alikes-sheet.tsx"));

/** Opens the data quality of identifiers: plates that cameras can confuse. */
function LookAlikesButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowsDiff size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        Data quality
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <LookAlikesSheet onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
