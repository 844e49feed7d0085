import type { StationCard } from "@gatehouse/contract/entities/station";
import { formatDateTime } from "../../ui/format-time.ts";
import classes from "./station-card.module.css";

const kinds = { identifier: "Registered", pass: "Visitor", reservation: "Reservation" } as const;

/** What is known about the vehicle. */
export function CardVehicle({ card: { vehicle }, timeZone }: { card: StationCard; timeZone: string }) {
  if (vehicle === null) return null;
  const { kind, name, organization, place, groups, host, validTo } = vehicle;
  const details = [
    organization,
    place,
    host === null ? null : `visits ${host}`,
    groups.length === 0 ? null : groups.join(", "),
    validTo === null ? null : `valid until ${formatDateTime(new Date(validTo), timeZone)}`,
  ].filter((detail) => detail !== null);
  return (
    <p className={classes.vehicle}>
      {`${kinds[kind]}: `}
      <strong>{name}</strong> {details.length > 0 && <span className={classes.details}>{details.join(" · ")}</span>}
    </p>
  );
}
