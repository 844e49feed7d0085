import { startPageOf } from "@gatehouse/contract/modules/start-page";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { ownAccountQuery } from "../api/own-account.ts";
import { moduleActivationQuery } from "../house/module-activation.queries.ts";
import { PagePlaceholder } from "../ui/page.tsx";
import { useStartPage } from "./use-start-page.ts";

/** Leads to the start page. The shell shows it once the account is loaded. */
export default function StartPage() {
  const { data: account } = useQuery(ownAccountQuery);
  const { data: active } = useQuery(moduleActivationQuery);
  const [chosen] = useStartPage();
  if (!account || !active) return <PagePlaceholder />;
  return <Navigate to={startPageOf(account.role, chosen, active)} replace />;
}
