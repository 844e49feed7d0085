import type { LookAlikePair } from "@gatehouse/contract/entities/data-quality";
import { dataQualityMessages } from "@gatehouse/contract/entities/data-quality.messages";
import {
  exactReadConfidence,
  formatConfidence,
  type LookAlikeRequirement,
  lookAlikeRequirements,
  lookAlikeRequirementTitles,
} from "@gatehouse/contract/events/read-quality";
import { formatCount } from "@gatehouse/contract/fields/number";
import { NativeSelect } from "@mantine/core";
import { IconArrowsDiff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { RelativeTime } from "../../ui/date-time.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PlateFace } from "../../ui/plate.tsx";
import { SideSheet } from "../../ui/side-sheet.tsx";
import classes from "./look-alikes-sheet.module.css";

const columns = [{ title: "Plate" }, { title: "Looks like" }, { title: "Requires", width: "168px" }];
const choices = lookAlikeRequirements.map((value) => ({ value, label: lookAlikeRequirementTitles[value] }));

/** Registered plates one confusable character apart, and what each pair requires. */
export default function LookAlikesSheet({ onClose }: { onClose: () => void }) {
  const query = useQuery(callQuery("access_look_alikes", "GET /access/look-alikes"));
  const { failure: title } = dataQualityMessages["GET /access/look-alikes"];
  return (
    <SideSheet title="Look-alike plates" width={760} onClose={onClose}>
      <p className={classes.purpose}>
        {`Registered plates that differ in one character that cameras confuse, the most read first. A pair can require a read with at least ${formatConfidence(exactReadConfidence)} confidence, or the vehicle's tag as well.`}
      </p>
      <DataTable
        label="Look-alike plates"
        columns={columns}
        rows={query.data?.pairs}
        error={query.isError ? { text: errorText(query.error, title), retry: () => void query.refetch() } : undefined}
        empty={
          <EmptyState icon={IconArrowsDiff} title="No look-alike plates">
            No two registered plates differ in just one confusable character, such as 0 and O or 8 and B.
          </EmptyState>
        }
      >
        {(pair) => <PairRow key={`${pair.one.normalized} ${pair.other.normalized}`} pair={pair} />}
      </DataTable>
      {query.data?.isTruncated && <p className={classes.purpose}>There are more pairs; the most read are shown.</p>}
    </SideSheet>
  );
}

function PairRow({ pair }: { pair: LookAlikePair }) {
  const { one, other, requirement } = pair;
  const canChange = useMay()("PUT /access/look-alikes");
  const save = useAction("PUT /access/look-alikes", { topics: ["access_look_alikes"] });
  const change = (chosen: LookAlikeRequirement) =>
    save.mutate({ body: { one: one.normalized, other: other.normalized, requirement: chosen } });
  return (
    <tr>
      <td>
        <PairPlate plate={one} />
      </td>
      <td data-label="Looks like">
        <PairPlate plate={other} />
      </td>
      <td data-label="Requires">
        <NativeSelect
          aria-label={`Required for ${one.normalized} and ${other.normalized}`}
          size="xs"
          data={choices}
          value={save.isPending ? save.variables.body.requirement : requirement}
          disabled={!canChange || save.isPending}
          onChange={(event) => change(event.currentTarget.value as LookAlikeRequirement)}
        />
      </td>
    </tr>
  );
}

function PairPlate({ plate: { iid, ownerName, reads, lastReadAt } }: { plate: LookAlikePair["one"] }) {
  const { timeZone } = useSite();
  return (
    <span className={classes.plate}>
      <PlateFace text={iid} />
      {ownerName !== null && <span className={classes.owner}>{ownerName}</span>}
      <span className={classes.muted}>
        {reads === 0 ? "Never read" : formatCount(reads, "read")}
        {lastReadAt !== null && (
          <>
            {", last "}
            <RelativeTime at={lastReadAt} timeZone={timeZone} />
          </>
        )}
      </span>
    </span>
  );
}
