import { type IdentifierType, identifierTypeTitles } from "@gatehouse/contract/entities/identifier/identifier";
import { identifierFiles } from "@gatehouse/contract/entities/identifier/identifier-csv";
import { IconDownload } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { identifierTypes } from "./identifier-labels.ts";
import classes from "./upload-panel.module.css";
import { importCalls } from "./use-import.ts";

/** ID-4: sample files. */
export function SampleLinks() {
  return (
    <p className={classes.samples}>
      Sample CSV:
      {identifierTypes.map((type) => (
        <SampleLink key={type} type={type} />
      ))}
    </p>
  );
}

function SampleLink({ type }: { type: IdentifierType }) {
  const [href, setHref] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([identifierFiles[type].sample], { type: "text/csv" }));
    setHref(made);
    return () => URL.revokeObjectURL(made);
  }, [type]);
  return (
    <a
      href={href}
      aria-label={`Sample CSV: ${identifierTypeTitles[type]}`}
      download={`sample-${importCalls[type].what}.csv`}
    >
      <IconDownload size={14} aria-hidden />
      {identifierTypeTitles[type]}
    </a>
  );
}
