import type { Variable } from "@gatehouse/contract/entities/variable";
import { Tooltip } from "@mantine/core";
import { IconCloud, IconCloudCheck, IconCloudUp, type TablerIcon } from "@tabler/icons-react";
import { useSite } from "../../api/site.ts";
import { RelativeTime } from "../../ui/date-time.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import classes from "./variable-table.module.css";

/** VAR-1, VAR-10: whether a variable is published to the cloud, and the time of the last delivery. */
export function PublishFlag({ variable }: { variable: Variable }) {
  const { timeZone } = useSite();
  const { publish, publishedAt, isPublishing } = variable;
  if (!publish) return <span className="visually-hidden">Not published to cloud</span>;
  const taken = publishedAt === null ? undefined : `last delivered ${formatDateTime(new Date(publishedAt), timeZone)}`;
  const state = isPublishing ? "waiting for delivery" : (taken ?? "not delivered yet");
  const Icon = iconOf(variable);
  return (
    <Tooltip label={`Published to cloud, ${state}`}>
      <span className={classes.flag} data-tone={isPublishing ? "waiting" : taken && "taken"}>
        <Icon size={16} role="img" aria-label={`Published to cloud, ${state}`} />
        <span aria-hidden>
          {isPublishing && "waiting"}
          {!isPublishing && publishedAt === null && "not yet"}
          {!isPublishing && publishedAt !== null && <RelativeTime at={publishedAt} timeZone={timeZone} />}
        </span>
      </span>
    </Tooltip>
  );
}

function iconOf({ publishedAt, isPublishing }: Variable): TablerIcon {
  if (isPublishing) return IconCloudUp;
  return publishedAt === null ? IconCloud : IconCloudCheck;
}
