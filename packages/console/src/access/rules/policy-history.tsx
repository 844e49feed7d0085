import { accessMessages } from "@gatehouse/contract/entities/access/access.messages";
import type { PolicyVersion } from "@gatehouse/contract/entities/access/back-test";
import { formatCount } from "@gatehouse/contract/fields/number";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { askYesNo } from "../../ui/yes-no.ts";
import classes from "../back-tests/back-test.module.css";

const BackTestSheet = lazyWithRetry(() => import("../back-tests/back-test-sheet.tsx"));

const columns = [
  { title: "Version", width: "90px", smallWidth: "68px" },
  { title: "Changed", width: "190px", smallWidth: "146px" },
  { title: "By" },
  { title: "Rules", width: "200px", smallWidth: "152px" },
  { title: "Actions", isTitleHidden: true, width: "230px", smallWidth: "178px" },
];
/** Older versions are shown on demand. */
const shownAtFirst = 10;

const restoreQuestion = (version: number) =>
  `Restore version ${version}? Rules, groups, areas, schedules and group memberships become those of this version. This makes a new version, so it can be undone.`;

/** The versions of the rules; each can be compared with the current one by replay, and restored. */
export function PolicyHistory() {
  const query = useQuery(callQuery("access_rules", "GET /access/policy-versions"));
  const { timeZone } = useSite();
  const may = useMay();
  const [compared, setCompared] = useState<PolicyVersion | null>(null);
  const [isAll, setAll] = useState(false);
  const restore = useAction("POST /access/policy-versions/{id}/restore", {
    topics: ["access_rules", "access_groups", "access_areas", "access_schedules", "gates", "identifiers"],
  });
  const confirmAndRestore = async ({ version }: PolicyVersion) => {
    if (await askYesNo(restoreQuestion(version))) restore.mutate({ params: { id: version }, body: {} });
  };
  const error = query.error && {
    text: errorText(query.error, accessMessages["GET /access/policy-versions"].failure),
    retry: () => void query.refetch(),
  };
  const current = query.data?.find(({ isCurrent }) => isCurrent);
  return (
    <Card
      title="Versions"
      purpose="Every change of the rules makes a version, with the groups of identifiers at that time."
    >
      <DataTable
        label="Versions"
        columns={columns}
        rows={isAll ? query.data : query.data?.slice(0, shownAtFirst)}
        lastRow={
          !isAll &&
          query.data !== undefined &&
          query.data.length > shownAtFirst && (
            <tr>
              <td colSpan={columns.length}>
                <Button size="compact-sm" variant="subtle" onClick={() => setAll(true)}>
                  {`Show all ${query.data.length} versions`}
                </Button>
              </td>
            </tr>
          )
        }
        error={error ?? undefined}
        empty={<p className={classes.none}>No versions yet. The first rule makes one.</p>}
      >
        {(version) => (
          <tr key={version.version}>
            <td data-label="Version">{version.version}</td>
            <td data-label="Changed">{formatDateTime(new Date(version.at), timeZone)}</td>
            <td data-label="By">{version.by ?? "–"}</td>
            <td data-label="Rules">{`${formatCount(version.rules, "rule")}, ${version.enforced} enforced`}</td>
            <td>
              {version.isCurrent ? (
                <p className={classes.current}>Current</p>
              ) : (
                may("POST /access/policy-versions/{id}/restore") && (
                  <div className={classes.actions}>
                    <Button size="compact-sm" variant="default" onClick={() => setCompared(version)}>
                      Compare<span className="visually-hidden">{` version ${version.version}`}</span>
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="default"
                      loading={restore.isPending && restore.variables.params.id === version.version}
                      onClick={() => void confirmAndRestore(version)}
                    >
                      Restore<span className="visually-hidden">{` version ${version.version}`}</span>
                    </Button>
                  </div>
                )
              )}
            </td>
          </tr>
        )}
      </DataTable>
      {compared && current && (
        <Suspense>
          <BackTestSheet
            title={`Compare version ${compared.version}`}
            purpose={`What would version ${compared.version} have decided differently from the current version ${current.version}?`}
            tried={{ version: compared.version, against: current.version }}
            onClose={() => setCompared(null)}
          />
        </Suspense>
      )}
    </Card>
  );
}
