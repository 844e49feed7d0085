import { Button } from "@mantine/core";
import { IconArrowsDiff } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";

// Loaded when first opened.
const LookAlikesSheet = lazyWithRetry(() => import("./look-alikes-sheet.tsx"));

/** Opens the data quality of identifiers: plates that cameras can confuse. */
export function LookAlikesButton() {
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
