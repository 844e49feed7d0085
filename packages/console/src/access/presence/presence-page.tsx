import { Button } from "@mantine/core";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import { useMay } from "../../api/permissions.ts";
import { useDownload } from "../../api/use-download.ts";
import { Page } from "../../ui/page.tsx";
import { AreaCounts } from "./area-counts.tsx";
import { PresenceTable } from "./presence-table.tsx";

/** Who is inside, on screen, on paper and as a file. */
export default function PresencePage() {
  const may = useMay();
  const exporting = useDownload("GET /access/presence/export");
  return (
    <Page
      purpose="The vehicles that have entered and not left."
      tools={
        <>
          <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => print()}>
            Print
          </Button>
          {may("GET /access/presence/export") && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={exporting.isPending}
              onClick={() => exporting.mutate({ name: "presence.csv" })}
            >
              Export CSV
            </Button>
          )}
        </>
      }
    >
      <AreaCounts />
      <PresenceTable />
    </Page>
  );
}
