import { accessMessages } from "@gatehouse/contract/entities/access/access.messages";
import { maxShadowDays } from "@gatehouse/contract/entities/access/back-test";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { Page } from "../../ui/page.tsx";
import { PlateFace } from "../../ui/plate.tsx";
import { useNowMs } from "../../ui/use-now.ts";
import classes from "../back-tests/back-test.module.css";
import { areas } from "./area.resource.tsx";
import { groups } from "./group.resource.ts";
import { PolicyHistory } from "./policy-history.tsx";
import { RulesCard } from "./rules-card.tsx";

/** The rules that decide who may pass, and the groups and areas they refer to. */
export default function AccessRulesPage() {
  const may = useMay();
  return (
    <Page purpose="Who may pass which gate, and when.">
      <RulesCard />
      <ShadowResults />
      <ResourceCard
        title="Groups"
        purpose="Identifiers are added to groups on the page Identifiers."
        resource={groups}
        isChips
      />
      <ResourceCard
        title="Areas"
        purpose="Gates are assigned to areas on the page Gates & Actuators."
        resource={areas}
      />
      {may("GET /access/policy-versions") && <PolicyHistory />}
    </Page>
  );
}

const columns = [
  { title: "Time", width: "170px" },
  { title: "Vehicle", width: "160px" },
  { title: "Gate" },
  { title: "Result" },
];

/** What rules in shadow mode would have changed about live events; shown while there is such a rule. */
function ShadowResults() {
  const { timeZone } = useSite();
  const nowMs = useNowMs();
  const rules = useQuery(callQuery("access_rules", "GET /access/rules"));
  const shadows = (rules.data ?? []).filter(({ mode }) => mode === "shadow");
  const query = useQuery({ ...callQuery("events", "GET /access/shadow-results"), enabled: shadows.length > 0 });
  if (shadows.length === 0) return null;
  const old = shadows.filter(({ modeSince }) => nowMs - Date.parse(modeSince) > maxShadowDays * dayMs);
  const error = query.error && {
    text: errorText(query.error, accessMessages["GET /access/shadow-results"].failure),
    retry: () => void query.refetch(),
  };
  return (
    <Card title="Shadow results" purpose="Live events that a rule in shadow mode would have decided otherwise.">
      {old.map(({ id, name }) => (
        <p key={id} className={classes.flag}>
          {`“${name}” has been in shadow mode for more than ${maxShadowDays} days. Enforce it or switch it off.`}
        </p>
      ))}
      <DataTable
        label="Shadow results"
        columns={columns}
        rows={query.data}
        error={error ?? undefined}
        empty={<p className={classes.none}>Nothing would have changed so far.</p>}
      >
        {({ eventId, ruleId, at, vehicle, module, gateName, text }) => (
          <tr key={`${eventId} ${ruleId}`}>
            <td data-label="Time">{formatDateTime(new Date(at), timeZone)}</td>
            <td data-label="Vehicle">
              <PlateFace text={vehicle} isTag={module === "RFID_ACCESS_CONTROL"} />
            </td>
            <td data-label="Gate">{gateName}</td>
            <td data-label="Result">{text}</td>
          </tr>
        )}
      </DataTable>
    </Card>
  );
}
