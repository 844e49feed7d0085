import {
  editableOrigin,
  type IdentifierFilter,
  type IdentifierOrigin,
  identifierOriginTexts,
} from "@gatehouse/contract/entities/identifier/identifier";
import { Button } from "@mantine/core";
import { IconDownload, IconLock, IconPlus, IconUpload } from "@tabler/icons-react";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useDownload } from "../../api/use-download.ts";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { toLocalTime } from "../../ui/zoned-time.ts";
import classes from "./source-header.module.css";

const whyReadOnly: Record<Exclude<IdentifierOrigin, "ADMIN">, string> = {
  BLM_CLOUD: "Read-only: managed by the central server.",
  CLOUD: "Read-only: managed by the cloud.",
  MYGATE: "Read-only: managed by MyGate and replaced with each sync.",
};

interface SourceHeaderProps {
  origin: IdentifierOrigin;
  /** The filters of the table; an export uses the same. */
  filters: { scope: IdentifierOrigin; search?: string; filter?: IdentifierFilter; groupId?: number };
  isEmpty: boolean;
}

/** Heading of a source, why it is read-only, and its actions. */
export function SourceHeader({ origin, filters, isEmpty }: SourceHeaderProps) {
  const may = useMay();
  const { timeZone } = useSite();
  const { openNew } = useOpenRecord("identifiers");
  const exporting = useDownload("GET /ac/ids/export");
  const fileName = () => `identifiers-${origin.toLowerCase()}-${toLocalTime(new Date(), timeZone).slice(0, 10)}.csv`;
  return (
    <div className={classes.head}>
      <div>
        <h2>{identifierOriginTexts[origin].heading}</h2>
        {origin !== editableOrigin && (
          <p>
            <IconLock size={14} aria-hidden />
            {whyReadOnly[origin as keyof typeof whyReadOnly]}
          </p>
        )}
      </div>
      <div className={classes.actions}>
        {may("GET /ac/ids/export") && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={isEmpty}
            loading={exporting.isPending}
            onClick={() => exporting.mutate({ query: filters, name: fileName() })}
          >
            Export CSV
          </Button>
        )}
        {origin === editableOrigin && may("POST /ac/upload-lps") && (
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={() => openNew("upload")}
          >
            Import CSV
          </Button>
        )}
        {origin === editableOrigin && may("POST /ac/ids") && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => openNew()}>
            Add Identifier
          </Button>
        )}
      </div>
    </div>
  );
}
