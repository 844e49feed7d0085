import { Button } from "@mantine/core";
import { Suspense, useState } from "react";
import { Card } from "../../ui/card.tsx";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";

const PasswordDialog = lazyWithRetry(() => import("./password-dialog.tsx"));

/** One's own password. */
export function PasswordCard() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card title="Password" purpose="A new password signs you out everywhere else.">
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Change password
      </Button>
      <Suspense>{isOpen && <PasswordDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </Card>
  );
}
