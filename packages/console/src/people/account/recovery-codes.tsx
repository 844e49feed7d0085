import { Button } from "@mantine/core";
import { IconCheck, IconCopy, IconDownload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { saveFile } from "../../api/use-download.ts";
import { copyText } from "../../ui/copy-text.ts";
import classes from "./second-factor.module.css";

interface RecoveryCodesProps {
  codes: readonly string[];
  onStored?: () => void;
  onDone: () => void;
}

/** The recovery codes, which the server returns only once. */
export function RecoveryCodes({ codes, onStored, onDone }: RecoveryCodesProps) {
  const place = useRef<HTMLOListElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const text = codes.join("\n");
  const copy = async () => {
    const isDone = await copyText(text, place.current);
    setIsCopied(isDone);
    if (isDone) onStored?.();
  };
  const download = () => {
    const lines = [`Recovery codes for Gatehouse (${location.host}). Each works once.`, "", ...codes, ""];
    saveFile("gatehouse-recovery-codes.txt", new Blob([lines.join("\n")], { type: "text/plain" }));
    onStored?.();
  };
  return (
    <div className={classes.form}>
      <p role="status">
        Store these recovery codes in a safe place. If you lose your phone or passkey, each of them signs you in once.
        They can't be shown again.
      </p>
      <ol ref={place} className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={classes.choices}>
        <Button
          variant="default"
          leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          {isCopied ? "Copied" : "Copy"}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
          Download
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
