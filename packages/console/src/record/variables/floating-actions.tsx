import type { VariableScope } from "@gatehouse/contract/entities/variable";
import { variableMessages, variableTexts } from "@gatehouse/contract/entities/variable.messages";
import { formatCount } from "@gatehouse/contract/fields/number";
import { Button, Tooltip } from "@mantine/core";
import { IconCloudUpload, IconRefresh, IconRestore, type TablerIcon } from "@tabler/icons-react";
import { useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { useMay } from "../../api/permissions.ts";
import { useAction } from "../../api/use-action.ts";
import { showBanner } from "../../ui/banners.ts";
import { askYesNo } from "../../ui/yes-no.ts";
import classes from "./floating-actions.module.css";
import type { VariableLookup } from "./variable.queries.ts";

interface FloatingActionsProps {
  scope: VariableScope;
  query: VariableLookup["query"];
}

/** Actions for all variables of the page. */
export function FloatingActions({ scope, query }: FloatingActionsProps) {
  const may = useMay();
  const [isRefreshing, setIsRefreshing] = useState(false);
  const refresh = async () => {
    setIsRefreshing(true);
    const { error } = await query.refetch();
    setIsRefreshing(false);
    if (error === null) showBanner({ tone: "success", title: "Variable values refreshed" });
    else showBanner({ tone: "error", title: errorText(error, variableMessages["GET /variables"].failure) });
  };
  const publish = useAction("POST /variables/publish", {
    topics: ["variables"],
    isQuiet: true,
    onSuccess: ({ variables }) => showBanner(publishBanner(variables)),
  });
  const reset = useAction("POST /variables/reset/{scope}", { topics: ["variables"] });
  const confirmAndReset = async () => {
    if (await askYesNo(variableTexts.confirmReset, whatResetDoes[scope])) reset.mutate({ params: { scope } });
  };
  return (
    <div className={classes.room} data-floating>
      <div className={classes.dock} role="toolbar" aria-label="All variables">
        <Action
          icon={IconRefresh}
          label="Refresh Variable Values"
          short="Refresh"
          isBusy={isRefreshing}
          onPress={() => void refresh()}
        />
        {may("POST /variables/publish") && (
          <>
            <Action
              icon={IconCloudUpload}
              label="Publish Variables to Cloud"
              short="Publish"
              isBusy={publish.isPending}
              onPress={() => publish.mutate({ body: { scope } })}
            />
            <Action
              icon={IconRestore}
              label="Reset variables"
              short="Reset"
              isBusy={reset.isPending}
              onPress={() => void confirmAndReset()}
            />
          </>
        )}
      </div>
    </div>
  );
}

const corrected = "Each is recorded as a correction with your name and the time. Constants do not change.";

/** What a reset does to the base variables of each scope. */
const whatResetDoes: Record<VariableScope, string> = {
  epld: `Every slot counts as free until its device reports again. ${corrected}`,
  cc: `Every count goes back to 0. ${corrected}`,
  "rfid-ac": `Every count goes back to 0. ${corrected}`,
  loop: `Every count goes back to 0. ${corrected}`,
};

function publishBanner(sent: number) {
  if (sent === 0) {
    const detail = "Switch on “Publish to cloud” for a variable first.";
    return { tone: "info", title: "No variables to publish", detail } as const;
  }
  const detail = formatCount(sent, "variable");
  return { tone: "success", title: variableMessages["POST /variables/publish"].success, detail } as const;
}

interface ActionProps {
  icon: TablerIcon;
  label: string;
  /** The label where space is limited. */
  short: string;
  isBusy: boolean;
  onPress: () => void;
}

function Action({ icon: Icon, label, short, isBusy, onPress }: ActionProps) {
  return (
    <Tooltip label={label}>
      <Button
        className={classes.action}
        variant="subtle"
        color="gray"
        size="xs"
        aria-label={label}
        loading={isBusy}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={onPress}
      >
        <span className={classes.words}>{label}</span>
        <span className={classes.short}>{short}</span>
      </Button>
    </Tooltip>
  );
}
