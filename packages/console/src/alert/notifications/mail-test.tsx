import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { useMay } from "../../api/permissions.ts";
import { useAction } from "../../api/use-action.ts";
import { useKeptState } from "../../forms/drafts.ts";
import classes from "./notification.module.css";

const key = "POST /notifications/mail-server/test";

const titles: Record<HardwareResult["outcome"], string> = {
  accepted: "Accepted",
  rejected: "Rejected",
  unreachable: "Unreachable",
};

/** Sends a real e-mail with the stored settings. */
export function MailTest() {
  const may = useMay();
  const [to, setTo] = useKeptState<string>("test-mail-address", "");
  const [fault, setFault] = useState<string>();
  const test = useAction(key, {
    topics: [],
    handles: (error) => {
      const [first] = error instanceof ApiError ? (error.errors ?? []) : [];
      setFault(first?.message);
      return first !== undefined;
    },
  });
  if (!may(key)) return null;
  return (
    <form
      className={classes.test}
      aria-label="Test e-mail"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setFault(undefined);
        test.mutate({ body: { to } });
      }}
    >
      <TextInput
        className={classes.to}
        label="Send a test e-mail to"
        placeholder="you@example.com"
        autoComplete="email"
        error={fault}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={test.isPending}>
        Send test e-mail
      </Button>
      <p
        className={classes.state}
        role="status"
        data-bad={(test.data && test.data.outcome !== "accepted") || undefined}
      >
        {test.data && `${titles[test.data.outcome]}: ${test.data.detail}`}
      </p>
    </form>
  );
}
