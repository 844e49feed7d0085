import { providerRedirectUri } from "@gatehouse/contract/entities/provider";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyLine } from "../../ui/copy-line.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { NotAvailable } from "../../ui/not-available.tsx";
import { Page } from "../../ui/page.tsx";
import { LocalAccountsCard } from "./local-accounts-card.tsx";
import { PoliciesCard } from "./policies-card.tsx";
import classes from "./provider.module.css";
import { createProviderResource } from "./provider.resource.tsx";

/** How people sign in. */
export default function SignInSettingsPage() {
  const may = useMay();
  if (!may("GET /sign-in/policies")) {
    return (
      <Page>
        <NotAvailable>Your role does not include the sign-in settings. Please ask an administrator.</NotAvailable>
      </Page>
    );
  }
  return (
    <Page>
      <PoliciesCard />
      <ProvidersCard />
      <LocalAccountsCard />
    </Page>
  );
}

const title = "Single sign-on";
const purpose = "People sign in with an account of your organisation, over OpenID Connect.";

function ProvidersCard() {
  const roles = useQuery(callQuery("roles", "GET /roles"));
  const settings = useQuery(callQuery("sign_in_settings", "GET /sign-in/settings"));
  const failed = [roles, settings].find((query) => query.isError && query.data === undefined);
  if (roles.data === undefined || settings.data === undefined) {
    const key = failed === roles ? "GET /roles" : "GET /sign-in/settings";
    return (
      <Card title={title} purpose={purpose}>
        {failed ? (
          <LoadFailure text={errorText(failed.error, messagesOf(key)?.failure)} onRetry={() => void failed.refetch()} />
        ) : (
          <Skeleton height={74} radius={6} />
        )}
      </Card>
    );
  }
  const { origin } = settings.data;
  return (
    <ResourceCard
      title={title}
      purpose={purpose}
      resource={createProviderResource(roles.data)}
      addLabel="Add provider"
      around={({ id }, form) => (
        <>
          <div className={classes.redirect}>
            <CopyLine label="Redirect URI" text={providerRedirectUri(origin, id)} isStacked />
            <p className={classes.about}>
              {origin === location.origin
                ? "Register it at the provider, exactly as it is."
                : `The server sees the address ${origin}, but this browser uses ${location.origin}. The reverse proxy has to forward the host and the protocol, see docs/operating.md.`}
            </p>
          </div>
          {form}
        </>
      )}
    />
  );
}
