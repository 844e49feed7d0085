import type { Gate } from "@gatehouse/contract/entities/gate";
import { IconArrowsLeftRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import classes from "../access/direction.module.css";
import { Direction } from "../access/direction.tsx";
import { callQuery } from "../api/call-query.ts";

const module = "anpr-ac";

/** The direction of a gate; both if its camera distinguishes entering and leaving vehicles. */
export function GateDirection({ gate: { type, cameraId } }: { gate: Pick<Gate, "type" | "cameraId"> }) {
  const cameras = useQuery(callQuery("cameras", "GET /cameras/{module}", { params: { module } }));
  const isTwoWay = cameras.data?.some(({ id, isBidirectional }) => id === cameraId && isBidirectional) === true;
  if (!isTwoWay) return <Direction type={type} />;
  return (
    <span className={classes.direction}>
      <IconArrowsLeftRight size={14} aria-hidden />
      Entry and exit
    </span>
  );
}
