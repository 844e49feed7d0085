import { Button } from "@mantine/core";
import { IconDownload, IconUpload } from "@tabler/icons-react";
import { useRef } from "react";
import { saveFile } from "../../api/use-download.ts";
import { showBanner } from "../../ui/banners.ts";
import type { Draft } from "./mapping-draft.ts";

interface MappingFileProps {
  draft: Draft;
  onImport: (draft: Draft) => void;
}

const maxFileBytes = 256 * 1024;
const notReadable = "This file is not an exported format";

/** Exports the format as a file, and loads one of another site. */
export function MappingFile({ draft, onImport }: MappingFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const load = async (file: File | undefined) => {
    if (!file) return;
    const read = await readMapping(file).catch(() => notReadable);
    if (typeof read === "string") return showBanner({ tone: "error", title: read });
    onImport(read);
  };
  const save = async () => {
    const { toMappingFile } = await import("@gatehouse/contract/entities/payload-mapping");
    const content = JSON.stringify(toMappingFile(draft), undefined, 2);
    saveFile(`${draft.name.replaceAll(/[^\w-]+/g, "-") || "format"}.json`, new Blob([content]));
  };
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void save()}>
        Export
      </Button>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        Import
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="File of an exported format"
        hidden
        onChange={({ currentTarget }) => {
          void load(currentTarget.files?.[0]);
          // Allows choosing the same file again after it was corrected.
          currentTarget.value = "";
        }}
      />
    </>
  );
}

/** The format in a file, or why it can't be used. */
async function readMapping(file: File): Promise<Draft | string> {
  if (file.size > maxFileBytes) return notReadable;
  const { payloadMappingFile } = await import("@gatehouse/contract/entities/payload-mapping");
  const read = payloadMappingFile.safeParse(JSON.parse(await file.text()));
  if (read.success) return read.data.mapping;
  const [issue] = read.error.issues;
  return issue?.path[0] === "mapping" ? `${notReadable}: ${issue.path.join(".")} ${issue.message}` : notReadable;
}
