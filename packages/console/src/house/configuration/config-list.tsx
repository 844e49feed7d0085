import type { Config } from "@gatehouse/contract/entities/config";
import type { ConfigScope } from "@gatehouse/contract/modules/module";
import { configPermission } from "@gatehouse/contract/permissions";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay, useReadOnly } from "../../api/permissions.ts";
import { useAction } from "../../api/use-action.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Pager, paginate } from "../../ui/pager.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { UnsavedGuard } from "../../ui/unsaved-guard.tsx";
import { useListParams } from "../../ui/use-list-params.ts";
import { emptyDraft, isChanged } from "./config-draft.ts";
import { KeyField, TypeField, useConfigForm, ValueField } from "./config-fields.tsx";
import classes from "./config-list.module.css";
import { ConfigRow } from "./config-row.tsx";

const configsQuery = (scope: ConfigScope) => callQuery("configs", "GET /configs/{scope}", { params: { scope } });

const pageSize = 50;
const columns = [
  { title: "Key", width: "36%" },
  { title: "Data type", width: "140px" },
  { title: "Value", minWidth: 160 },
  { title: "Actions", width: "150px", isNumber: true },
];

interface ConfigListProps {
  scope: ConfigScope;
  label: string;
  /** Describes the list. */
  purpose: string;
  /** The page of settings of a module that needs no configurations. */
  settingsPath?: string;
  /** One of several lists of a page, which then has the search box: shows its label as heading, and all rows. */
  isSection?: boolean;
}

/** The configurations of a scope, edited in place, with a row to add one. */
export function ConfigList({ scope, label, purpose, settingsPath, isSection = false }: ConfigListProps) {
  const may = useMay();
  const isReadOnly = useReadOnly(may("POST /configs") ? configPermission(scope) : "POST /configs");
  const configs = useQuery(configsQuery(scope));
  const params = useListParams();
  const found = configs.data?.filter((config) => isFound(config, params.text)).sort(requiredFirst);
  const shown = paginate(found ?? [], isSection ? 1 : params.page, isSection ? Number.MAX_SAFE_INTEGER : pageSize);
  return (
    <div className={classes.list}>
      {isSection ? (
        <div className={classes.section}>
          <h2>{label}</h2>
          <p>{purpose}</p>
        </div>
      ) : (
        <div className={classes.head}>
          <p>{purpose}</p>
          <ConfigSearch />
        </div>
      )}
      <DataTable
        label={label}
        columns={isReadOnly ? columns.slice(0, -1) : columns}
        rows={configs.data && shown.rows}
        error={
          configs.isError
            ? { text: errorText(configs.error, "Failed to fetch configs"), retry: () => void configs.refetch() }
            : undefined
        }
        empty={
          <div className={classes.none}>
            {params.text === "" ? (
              <NoConfigurations settingsPath={settingsPath} isReadOnly={isReadOnly} />
            ) : (
              "No configuration matches."
            )}
          </div>
        }
        lastRow={!isReadOnly && <NewConfigRow scope={scope} />}
      >
        {(config) => <ConfigRow key={config.id} config={config} isReadOnly={isReadOnly} />}
      </DataTable>
      {shown.total > 1 && <Pager page={shown.page} total={shown.total} onTurn={params.turnTo} />}
    </div>
  );
}

/** Explains an empty list: how to add a value, or where a module that needs none is set up. */
function NoConfigurations({ settingsPath, isReadOnly }: { settingsPath: string | undefined; isReadOnly: boolean }) {
  if (settingsPath === undefined)
    return isReadOnly ? "No configurations yet." : "No configurations yet. Add the first one below.";
  return (
    <p>
      {"No configurations yet. This module needs none: its devices, cameras and displays are set up under "}
      <Link to={settingsPath}>Settings</Link>
      {". Add a value only if another program reads it through the API."}
    </p>
  );
}

/** The search box of the lists on a page. */
export function ConfigSearch() {
  const params = useListParams();
  return <SearchBox label="Search configurations" value={params.text} onSearch={params.search} />;
}

const isFound = ({ key, value }: Config, text: string) =>
  `${key} ${value}`.toLowerCase().includes(text.trim().toLowerCase());

const requiredFirst = (one: Config, other: Config) =>
  Number(other.isRequired) - Number(one.isRequired) || one.key.localeCompare(other.key);

/** The row that adds a configuration. */
function NewConfigRow({ scope }: { scope: ConfigScope }) {
  const formId = useId();
  const form = useConfigForm(scope, emptyDraft, "new");
  const create = useAction("POST /configs", {
    topics: ["configs"],
    onSuccess: () => {
      form.reset(emptyDraft);
      form.ref.current?.querySelector("input")?.focus();
    },
    handles: (error) => {
      form.blame(error);
      return false;
    },
  });
  const hasEdits = isChanged(form.values, emptyDraft);
  const save = form.onSubmit((body) => create.mutate({ body }));
  const fields = {
    form: formId,
    of: "the new configuration",
    values: form.values,
    errors: form.errors,
    onChange: form.replace,
  };
  return (
    <tr className={`${classes.row} ${classes.new}`}>
      <td>
        <KeyField {...fields} />
      </td>
      <td>
        <TypeField {...fields} />
      </td>
      <td>
        <ValueField {...fields} />
      </td>
      <td>
        <form ref={form.ref} id={formId} className={classes.actions} noValidate onSubmit={(event) => void save(event)}>
          {hasEdits && <UnsavedGuard of="list" />}
          <Button
            type="submit"
            size="compact-sm"
            aria-label="Save the new configuration"
            disabled={!hasEdits}
            loading={create.isPending}
          >
            Save
          </Button>
        </form>
      </td>
    </tr>
  );
}
