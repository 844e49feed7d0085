import { Button } from "@mantine/core";
import { useDownload } from "../../api/use-download.ts";
import { Card } from "../../ui/card.tsx";

const fileName = () => `gatehouse-diagnostics-${new Date().toISOString().slice(0, 10)}.zip`;

/** The file that support asks for. */
export function DiagnosticsCard() {
  const download = useDownload("GET /diagnostics");
  return (
    <Card
      title="Diagnostics"
      purpose="Versions, settings, states, sizes and recent logs in one file, for support. It contains no passwords, keys or plates."
    >
      <div>
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate({ name: fileName() })}>
          Download diagnostics
        </Button>
      </div>
    </Card>
  );
}
