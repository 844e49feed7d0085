import { useSite } from "../../api/site.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { Page } from "../../ui/page.tsx";
import { schedules } from "./schedule.resource.tsx";

/** The schedules of rules. */
export default function SchedulesPage() {
  const { timeZone } = useSite();
  return (
    <Page purpose="When rules apply: weekly windows, and dates such as holidays on which others apply.">
      <ResourceCard
        title="Schedules"
        purpose={`Times are in the site's zone, ${timeZone}. A window that crosses midnight belongs to the day it starts on.`}
        resource={schedules}
        isMain
      />
    </Page>
  );
}
