import { Card } from "../../ui/card.tsx";
import { AreaList } from "./area-list.tsx";
import { NeedsPerson } from "./needs-person.tsx";
import classes from "./overview.module.css";

/** What needs a person, and the vehicles in each area. */
export function SiteNow({ now }: { now: Date }) {
  return (
    <div className={`${classes.flows} ${classes.now}`}>
      <Card title="Needs a person">
        <NeedsPerson now={now} />
      </Card>
      <Card title="Occupancy">
        <AreaList now={now} />
      </Card>
    </div>
  );
}
