import { useSearch } from "@tanstack/react-router";
import { Suspense } from "react";
import { useMay } from "../api/permissions.ts";
import { lazyWithRetry } from "../ui/lazy-with-retry.ts";

// Loaded when first opened.
const AddReadIdentifier = lazyWithRetry(() => import("./identifiers/add-read-identifier.tsx"));

const pattern = /^(\w+\.\d+)\.identifiers\.new-(LICENSE_PLATE|RFID)-(.*)$/s;

/** The dialog that registers a plate or tag that was just read, on a page of events; the URL names both. */
export function ReadIdentifierOverlay() {
  const { open = "" } = useSearch({ strict: false });
  const canAdd = useMay()("POST /ac/ids");
  const [, inside, type, iid = ""] = pattern.exec(open) ?? [];
  if (inside === undefined || !canAdd) return null;
  return (
    <Suspense>
      <AddReadIdentifier key={open} inside={inside} type={type === "RFID" ? type : "LICENSE_PLATE"} iid={iid} />
    </Suspense>
  );
}
