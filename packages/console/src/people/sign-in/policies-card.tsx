import type { RolePolicy } from "@gatehouse/contract/entities/role-policy";
import { rolePolicyMessages } from "@gatehouse/contract/entities/role-policy.messages";
import { formatCount } from "@gatehouse/contract/fields/number";
import { sessionLimits } from "@gatehouse/contract/session-limits";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useKeptState } from "../../forms/drafts.ts";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import classes from "./policies.module.css";

const PolicyDialog = lazyWithRetry(() => import("./policy-dialog.tsx"));

const columns = [
  { title: "Role" },
  { title: "Signed out when idle", width: "24%" },
  { title: "Maximum session age", width: "24%" },
  { title: "Second factor", width: "18%" },
  { title: "Actions", width: "76px", isTitleHidden: true },
];

/** What each role asks of its sessions. */
export function PoliciesCard() {
  const policies = useQuery(callQuery("role_policies", "GET /sign-in/policies"));
  const [role, setRole] = useKeptState<string | undefined>("policy", undefined);
  const opened = policies.data?.find((policy) => policy.role === role);
  return (
    <Card title="Sessions by role" purpose="A change applies at once, also to people who are signed in.">
      <DataTable
        label="Sessions by role"
        columns={columns}
        rows={policies.data}
        error={
          policies.isError
            ? {
                text: errorText(policies.error, rolePolicyMessages["GET /sign-in/policies"].failure),
                retry: () => void policies.refetch(),
              }
            : undefined
        }
      >
        {(policy) => <PolicyRow key={policy.role} policy={policy} onEdit={() => setRole(policy.role)} />}
      </DataTable>
      <Suspense>
        {opened !== undefined && <PolicyDialog key={opened.role} policy={opened} onClose={() => setRole(undefined)} />}
      </Suspense>
    </Card>
  );
}

function PolicyRow({ policy, onEdit }: { policy: RolePolicy; onEdit: () => void }) {
  const { title, idleMinutes, maxAgeHours, isSecondFactorRequired } = policy;
  return (
    <tr className={classes.row}>
      <td data-label="Role">{title}</td>
      <td data-label="Signed out when idle">
        <Limit value={idleMinutes} initial={sessionLimits.idleMinutes.initial} unit="minute" />
      </td>
      <td data-label="Maximum session age">
        <Limit value={maxAgeHours} initial={sessionLimits.maxAgeHours.initial} unit="hour" />
      </td>
      <td data-label="Second factor">{isSecondFactorRequired ? "Required" : "Optional"}</td>
      <td>
        <Button size="compact-sm" variant="default" aria-label={`Edit the policy of ${title}`} onClick={onEdit}>
          Edit
        </Button>
      </td>
    </tr>
  );
}

function Limit({ value, initial, unit }: { value: number | null; initial: number; unit: string }) {
  return (
    <>
      {formatCount(value ?? initial, unit)}
      {value === null && <span className={classes.initial}>Default</span>}
    </>
  );
}
