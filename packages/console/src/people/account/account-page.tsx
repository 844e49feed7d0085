import { pinMessages } from "@gatehouse/contract/entities/auth/pin.messages";
import { apiErrors } from "@gatehouse/contract/errors";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { errorText } from "../../api/api-error.ts";
import type { CallResponse } from "../../api/call.ts";
import { callQuery } from "../../api/call-query.ts";
import { useIsPinSession } from "../../api/permissions.ts";
import { Card } from "../../ui/card.tsx";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { Page } from "../../ui/page.tsx";
import classes from "./pin-card.module.css";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { TokensCard } from "./tokens-card.tsx";

export default function AccountPage() {
  return (
    <Page>
      <PasswordCard />
      <SecondFactorCard />
      <PinCard />
      <SessionsCard />
      <TokensCard />
    </Page>
  );
}

const PasswordDialog = lazyWithRetry(() => import("./password-dialog.tsx"));

/** One's own password. */
function PasswordCard() {
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

const PinDialog = lazyWithRetry(() => import("./pin-dialog.tsx"));

/** Sets, changes and removes one's PIN. */
function PinCard() {
  const pin = useQuery(callQuery("pins", "GET /auth/pin"));
  const isPinSession = useIsPinSession();
  const [change, setChange] = useState<"set" | "remove">();
  const purpose = "With your PIN you take over at a screen that several people share, without signing in again.";
  return (
    <Card title="PIN" purpose={purpose}>
      {pin.isError && pin.data === undefined && (
        <LoadError
          text={errorText(pin.error, pinMessages["GET /auth/pin"].failure)}
          onRetry={() => void pin.refetch()}
        />
      )}
      {pin.data && (
        <div className={classes.state}>
          <p>{isPinSession ? apiErrors["auth/pin-session"].text : describe(pin.data)}</p>
          {!isPinSession && (
            <div className={classes.actions}>
              {pin.data.isAllowed && (
                <Button variant="default" onClick={() => setChange("set")}>
                  {pin.data.isSet ? "Change PIN" : "Set PIN"}
                </Button>
              )}
              {pin.data.isSet && (
                <Button variant="default" onClick={() => setChange("remove")}>
                  Remove PIN
                </Button>
              )}
            </div>
          )}
        </div>
      )}
      <Suspense>{change !== undefined && <PinDialog change={change} onClose={() => setChange(undefined)} />}</Suspense>
    </Card>
  );
}

function describe({ isAllowed, isSet, isLocked }: CallResponse<"GET /auth/pin">): string {
  if (!isAllowed) return `${apiErrors["auth/pin-not-allowed"].text}.`;
  if (!isSet) return "You have no PIN.";
  return isLocked
    ? "Your PIN is locked after too many wrong attempts. Sign in with your password or change the PIN to unlock it."
    : "You have a PIN. Others can't see it.";
}
