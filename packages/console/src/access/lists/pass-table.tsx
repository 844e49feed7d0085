import type { Pass } from "@gatehouse/contract/entities/access/access";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { ResourceTable } from "../../forms/resource-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { PlateFace } from "../../ui/plate.tsx";
import { useNowMs } from "../../ui/use-now.ts";
import classes from "./access-list.module.css";
import { passes } from "./pass.resource.ts";
import { passState, passStateTitles } from "./pass-state.ts";

const choices = [
  { value: "valid", label: "Valid now" },
  { value: "upcoming", label: "Not yet valid" },
  { value: "over", label: "Over", hint: "Expired or used up" },
] as const;

/** Visitors' passes with their uses. */
export function PassTable() {
  const { timeZone } = useSite();
  const nowMs = useNowMs();
  const gates = useQuery(callQuery("gates", "GET /gates"));
  const gateName = (id: number) => gates.data?.find((gate) => gate.id === id)?.name ?? `#${id}`;
  const isIn = (pass: Pass, filter: (typeof choices)[number]["value"]) => {
    const state = passState(pass, nowMs);
    return filter === "over" ? state === "used" || state === "expired" : state === filter;
  };
  return (
    <ResourceTable
      title="Visitor passes"
      purpose="An entry counts when the vehicle has passed, at whichever gate."
      resource={passes}
      lead={{ title: "Visitor", cell: ({ name }) => name }}
      columns={[
        {
          title: "Plate/Tag",
          width: "17%",
          smallWidth: "20%",
          minWidth: 128,
          cell: (pass) => <Readable pass={pass} />,
        },
        { title: "Host", width: "13%", smallWidth: "11%", cell: ({ host }) => host ?? "–" },
        { title: "Valid from", width: "13%", cell: ({ validFrom }) => <DateTime at={validFrom} timeZone={timeZone} /> },
        { title: "Valid to", width: "13%", cell: ({ validTo }) => <DateTime at={validTo} timeZone={timeZone} /> },
        {
          title: "Entries",
          width: "9%",
          smallWidth: "8%",
          minWidth: 64,
          cell: ({ used, uses }) => (uses === null ? used : `${used} of ${uses}`),
        },
        {
          title: "Gates",
          width: "13%",
          smallWidth: "11%",
          cell: ({ gateIds }) => (gateIds.length === 0 ? "All gates" : gateIds.map(gateName).join(", ")),
        },
        { title: "State", width: "10%", cell: (pass) => <State pass={pass} nowMs={nowMs} /> },
      ]}
      search={{
        label: "Search visitor, plate, tag or host",
        textsOf: ({ name, lp, rfid, host }) => [name, lp, rfid, host],
      }}
      filters={{ label: "Filters", choices, isShown: isIn }}
    />
  );
}

const Readable = ({ pass: { lp, rfid } }: { pass: Pass }) => (
  <span className={classes.ids}>
    {lp !== null && <PlateFace text={lp} />}
    {rfid !== null && <PlateFace text={rfid} isTag />}
  </span>
);

function State({ pass, nowMs }: { pass: Pass; nowMs: number }) {
  const state = passState(pass, nowMs);
  return (
    <span className={classes.state} data-state={state}>
      {passStateTitles[state]}
    </span>
  );
}
