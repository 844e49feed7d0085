import { IconFileUpload } from "@tabler/icons-react";
import { type DragEvent, useState } from "react";
import classes from "./file-drop.module.css";

interface FileDropProps {
  /** For example "Drop a CSV file here or choose one". */
  label: string;
  help: string;
  accept: string;
  onFile: (file: File) => void;
}

/** A drop area for a file, with a file picker. */
export function FileDrop({ label, help, accept, onFile }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined) onFile(file);
  };
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(is);
  };
  return (
    <label
      className={classes.drop}
      data-over={isOver || undefined}
      onDragEnter={over(true)}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event);
        take(event.dataTransfer.files);
      }}
    >
      <IconFileUpload size={28} stroke={1.5} aria-hidden />
      <span className={classes.label}>{label}</span>
      <span className={classes.help}>{help}</span>
      <input
        type="file"
        className="visually-hidden"
        accept={accept}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // Allows choosing the same file again after it was corrected.
          currentTarget.value = "";
        }}
      />
    </label>
  );
}
