import { Card } from "../../ui/card.tsx";
import { AreaList } from "./area-list.tsx";
import { NeedsPerson } from "./needs-person.tsx";
import classes from "./overview.module.css";

/** OPS-1: the vehicles in each area, and what needs a person. */
export function SiteNow({ now }: { now: Date }) {
  return (
    <div className={`${classes.flows} ${classes.now}`}>
      <Card title="Occupancy">
        <AreaList now={now} />
      </Card>
      <Card title="Needs a person">
        <NeedsPerson now={now} />
      </Card>
    </div>
  );
}
