import type { Display } from "@gatehouse/contract/entities/display/display";
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { Card } from "../../ui/card.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { formatSince } from "../../ui/format-time.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { askYesNo } from "../../ui/yes-no.ts";
import classes from "./display.module.css";
import { ScreenBadge, useScreenStatus } from "./screen-badge.tsx";

const topics = ["screens"] as const;
const replaceQuestion = "Create a new link? Screens with the old link stop working immediately.";
const revokeQuestion = "Revoke the link? Screens that use it stop working immediately.";

/** The link that opens a multimedia display on a TV. */
export function ScreenLinkCard({ display }: { display: Display }) {
  const may = useMay();
  const { id, scope } = display;
  const { timeZone } = useSite();
  const { query, status } = useScreenStatus(scope, id);
  const [path, setPath] = useState<string>();
  const create = useAction("POST /displays/{id}/key", { topics, onSuccess: (response) => setPath(response.path) });
  const revoke = useAction("DELETE /displays/{id}/key", { topics, onSuccess: () => setPath(undefined) });
  const createdAt = status?.keyCreatedAt ?? null;
  const confirmAndCreate = async () => {
    if (createdAt === null || (await askYesNo(replaceQuestion))) create.mutate({ params: { id } });
  };
  const confirmAndRevoke = async () => {
    if (await askYesNo(revokeQuestion)) revoke.mutate({ params: { id } });
  };
  return (
    <Card
      title="Screen"
      purpose="Open this display on a TV with its link. The link needs no sign-in and shows only this display."
      action={<ScreenBadge scope={scope} displayId={id} />}
      isInner
    >
      <div className={classes.link}>
        {query.isError && status === undefined && (
          <LoadError
            text={errorText(query.error, messagesOf("GET /displays/{module}/screens")?.failure)}
            onRetry={() => void query.refetch()}
          />
        )}
        {path !== undefined && <ShownLink url={new URL(path, location.origin).href} />}
        {path === undefined && createdAt !== null && (
          <p className={classes.hint}>
            {`Link created by ${status?.keyCreatedBy}: ${formatSince(new Date(createdAt), new Date(), timeZone)}. It can't be shown again; create a new one if it is lost.`}
          </p>
        )}
        {may("POST /displays/{id}/key") && (
          <div className={classes.linkActions}>
            <Button
              variant="default"
              loading={create.isPending}
              disabled={status === undefined}
              onClick={() => void confirmAndCreate()}
            >
              {createdAt === null ? "Create link" : "New link"}
            </Button>
            {createdAt !== null && (
              <Button variant="default" loading={revoke.isPending} onClick={() => void confirmAndRevoke()}>
                Revoke link
              </Button>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}

function ShownLink({ url }: { url: string }) {
  const place = useRef<HTMLElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  return (
    <>
      <p role="status" className={classes.hint}>
        Copy the link now. It can't be shown again.
      </p>
      <code ref={place} className={classes.address}>
        {url}
      </code>
      <div className={classes.linkActions}>
        <Button onClick={async () => setIsCopied(await copyText(url, place.current))}>
          {isCopied ? "Copied" : "Copy link"}
        </Button>
        <Button component="a" href={url} target="_blank" rel="noreferrer" variant="default">
          Open display
        </Button>
      </div>
    </>
  );
}
