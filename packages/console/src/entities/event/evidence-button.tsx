import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { Button } from "@mantine/core";
import { IconFileCertificate } from "@tabler/icons-react";
import { useMay } from "../../api/permissions.ts";
import { useDownload } from "../../api/use-download.ts";

/** REP-7: downloads the signed evidence package of an event. */
export function EvidenceButton({ event: { module, id } }: { event: SiteEvent }) {
  const may = useMay();
  const download = useDownload("GET /events/{module}/{id}/evidence");
  if (!may("GET /events/{module}/{id}/evidence")) return null;
  const code = codeOf(module);
  return (
    <Button
      variant="default"
      leftSection={<IconFileCertificate size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate({ params: { module: code, id }, name: `evidence-${code}-${id}.zip` })}
    >
      Export evidence
    </Button>
  );
}
