import { accessMessages } from "@gatehouse/contract/entities/access/access.messages";
import { maxShadowDays } from "@gatehouse/contract/entities/access/back-test";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { useNowMs } from "../../ui/use-now.ts";
import classes from "../back-tests/back-test.module.css";
import { PlateFace } from "../plate.tsx";

const columns = [
  { title: "Time", width: "170px" },
  { title: "Vehicle", width: "160px" },
  { title: "Gate" },
  { title: "Result" },
];

/** What rules in shadow mode would have changed about live events; shown while there is such a rule. */
export function ShadowResults() {
  const { timeZone } = useSite();
  const nowMs = useNowMs();
  const rules = useQuery(callQuery("access_rules", "GET /access/rules"));
  const shadows = (rules.data ?? []).filter(({ mode }) => mode === "shadow");
  const query = useQuery({ ...callQuery("events", "GET /access/shadow-results"), enabled: shadows.length > 0 });
  if (shadows.length === 0) return null;
  const old = shadows.filter(({ modeSince }) => nowMs - Date.parse(modeSince) > maxShadowDays * dayMs);
  const failure = query.error && {
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
        failure={failure ?? undefined}
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
