import { useSite } from "../../api/site.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { reportSchedules } from "./report-schedule.resource.tsx";

export function ReportScheduleCard() {
  const { timeZone } = useSite();
  return (
    <ResourceCard
      title="Report schedules"
      purpose={`Times are in the site's zone, ${timeZone}. A run that was missed is made up once.`}
      resource={reportSchedules}
    />
  );
}
