import type { ApiKey } from "@gatehouse/contract/api";
import { maxPasskeyName, type Passkey, recoveryCodeCount } from "@gatehouse/contract/entities/auth/second-factor";
import { secondFactorMessages } from "@gatehouse/contract/entities/auth/second-factor.messages";
import { ActionIcon, Button, Skeleton, TextInput } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, Suspense, useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { type CallResponse, call } from "../../api/call.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { callQuery } from "../../api/call-query.ts";
import { passkeyError } from "../../api/passkey-error.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { showBanner } from "../../ui/banners.ts";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { DateTime, RelativeTime } from "../../ui/date-time.tsx";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { askYesNo } from "../../ui/yes-no.ts";
import type { FactorDialogKind } from "./factor-dialog.tsx";
import classes from "./second-factor.module.css";
import { NotConfirmed, useRecentSignIn } from "./use-recent-sign-in.tsx";

const FactorDialog = lazyWithRetry(() => import("./factor-dialog.tsx"));

type Factors = CallResponse<"GET /auth/second-factor">;

const columns = [
  { title: "Name" },
  { title: "Host name", width: "24%" },
  { title: "Created", width: "18%" },
  { title: "Last used", width: "18%" },
  { title: "Actions", width: "96px", isTitleHidden: true },
];

/** One's own authenticator app, passkeys and recovery codes. */
export function SecondFactorCard() {
  const factors = useQuery(callQuery("passkeys", "GET /auth/second-factor"));
  return (
    <Card title="Second factor" purpose="Protects your account even if someone learns your password.">
      {factors.data !== undefined ? (
        <FactorList factors={factors.data} />
      ) : factors.isError ? (
        <LoadError
          text={errorText(factors.error, secondFactorMessages["GET /auth/second-factor"].failure)}
          onRetry={() => void factors.refetch()}
        />
      ) : (
        <Skeleton height={220} aria-busy />
      )}
    </Card>
  );
}

function FactorList({ factors: { totpSince, passkeys, recoveryCodesLeft, isRequired } }: { factors: Factors }) {
  const { timeZone } = useSite();
  const queries = useQueryClient();
  const { run, question } = useRecentSignIn();
  const [dialog, setDialog] = useState<FactorDialogKind>();
  const passkeysError = passkeyError();
  const refresh = () => queries.invalidateQueries({ queryKey: ["passkeys"] });

  /** Makes a change that may ask for the password, with the banners of its call. */
  async function change<T>(key: ApiKey, work: () => Promise<T>): Promise<T | undefined> {
    try {
      const response = await run(work);
      const success = messagesOf(key)?.success;
      if (success !== undefined) showBanner({ tone: "success", title: success });
      await refresh();
      return response;
    } catch (error) {
      if (!(error instanceof NotConfirmed)) {
        showBanner({ tone: "error", title: errorText(error, messagesOf(key)?.failure) });
      }
      return undefined;
    }
  }

  const removeApp = async () => {
    if (!(await askYesNo("Remove the authenticator app? Its codes no longer work."))) return;
    await change("DELETE /auth/totp", () => call("DELETE /auth/totp"));
  };
  const removePasskey = async (id: number, name: string) => {
    if (!(await askYesNo(`Delete the passkey ${name}? It no longer signs you in.`))) return;
    await change("DELETE /auth/passkeys/{id}", () => call("DELETE /auth/passkeys/{id}", { params: { id } }));
  };
  const renewCodes = async () => {
    if (!(await askYesNo("Create new recovery codes? The old ones no longer work."))) return;
    const created = await change("POST /auth/recovery-codes", () => call("POST /auth/recovery-codes"));
    if (created) setDialog({ codes: created.recoveryCodes });
  };

  const hasFactor = totpSince !== null || passkeys.length > 0;
  return (
    <div className={classes.list}>
      {isRequired && <p className={classes.muted}>Your role requires a second factor.</p>}
      <Part
        title="Authenticator app"
        state={
          totpSince === null ? (
            "Not set up. An app on your phone shows a code that you enter after your password."
          ) : (
            <>
              Set up on <DateTime at={totpSince} timeZone={timeZone} />
            </>
          )
        }
      >
        <Button variant="default" onClick={() => setDialog("totp")}>
          {totpSince === null ? "Set up app" : "Replace app"}
        </Button>
        {totpSince !== null && (
          <Button variant="default" onClick={() => void removeApp()}>
            Remove app
          </Button>
        )}
      </Part>
      <Part
        title="Passkeys"
        state={passkeysError ?? "Sign you in with fingerprint, face or PIN, also without the password."}
      >
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={passkeysError !== undefined}
          onClick={() => setDialog("passkey")}
        >
          Add passkey
        </Button>
      </Part>
      {passkeys.length > 0 && (
        <DataTable label="Passkeys" columns={columns} rows={passkeys}>
          {(passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onDelete={() => void removePasskey(passkey.id, passkey.name)}
            />
          )}
        </DataTable>
      )}
      {hasFactor && (
        <Part
          title="Recovery codes"
          state={`${recoveryCodesLeft} of ${recoveryCodeCount} left. Each signs you in once.`}
        >
          <Button variant="default" onClick={() => void renewCodes()}>
            Create new codes
          </Button>
        </Part>
      )}
      {question}
      <Suspense>
        {dialog !== undefined && (
          <FactorDialog kind={dialog} onAdded={() => void refresh()} onClose={() => setDialog(undefined)} />
        )}
      </Suspense>
    </div>
  );
}

function Part({ title, state, children }: { title: string; state: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.part}>
      <div>
        <h3>{title}</h3>
        <p className={classes.muted}>{state}</p>
      </div>
      <div className={classes.choices}>{children}</div>
    </div>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onDelete: () => void;
}

/** A passkey in the list, with its name to edit. */
function PasskeyRow({ passkey: { id, name, hostName, createdAt, lastUsedAt }, onDelete }: PasskeyRowProps) {
  const { timeZone } = useSite();
  const [isRenamed, setIsRenamed] = useState(false);
  const rename = useAction("PATCH /auth/passkeys/{id}", { topics: ["passkeys"], onSuccess: () => setIsRenamed(false) });
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    rename.mutate({ params: { id }, body: { name: String(new FormData(event.currentTarget).get("name")) } });
  };
  return (
    <tr className={classes.row}>
      <td data-label="Name">
        {isRenamed ? (
          <form className={classes.rename} onSubmit={save}>
            <TextInput
              name="name"
              aria-label={`Name of ${name}`}
              size="xs"
              defaultValue={name}
              maxLength={maxPasskeyName}
              required
              autoFocus
              onKeyDown={(event) => event.key === "Escape" && setIsRenamed(false)}
            />
            <Button type="submit" size="xs" loading={rename.isPending}>
              Save
            </Button>
          </form>
        ) : (
          name
        )}
      </td>
      <td data-label="Host name">{hostName}</td>
      <td data-label="Created">
        <RelativeTime at={createdAt} timeZone={timeZone} />
      </td>
      <td data-label="Last used">
        {lastUsedAt === null ? "Never" : <RelativeTime at={lastUsedAt} timeZone={timeZone} />}
      </td>
      <td>
        <div className={classes.icons}>
          <ActionIcon variant="subtle" color="gray" aria-label={`Rename ${name}`} onClick={() => setIsRenamed(true)}>
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={`Delete ${name}`} onClick={onDelete}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      </td>
    </tr>
  );
}
