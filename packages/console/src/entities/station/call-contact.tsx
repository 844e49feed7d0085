import type { Station, StationCard } from "@gatehouse/contract/entities/station";
import { Button } from "@mantine/core";
import { IconPhone } from "@tabler/icons-react";
import classes from "./station-card.module.css";

interface CallContactProps {
  card: StationCard;
  contacts: Station["contacts"];
}

/** OPS-3: the phones of the host, of other hosts and of the site; the device dials. */
export function CallContact({ card: { vehicle }, contacts }: CallContactProps) {
  const host = vehicle?.phone ? [{ name: vehicle.host ?? vehicle.name, phone: vehicle.phone }] : [];
  const others = contacts.filter(({ phone }) => phone !== host[0]?.phone);
  const all = [...host, ...others];
  if (all.length === 0) {
    return (
      <p>
        No phone is known. Enter one with a visitor's host, or in the configuration <code>stationContacts</code>.
      </p>
    );
  }
  return (
    <ul className={classes.contacts} aria-label="Contacts">
      {all.map(({ name, phone }) => (
        <li key={`${name} ${phone}`}>
          <Button
            component="a"
            href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}
            variant="default"
            size="lg"
            fullWidth
            justify="space-between"
            leftSection={<IconPhone size={20} aria-hidden />}
            rightSection={phone}
          >
            {name}
          </Button>
        </li>
      ))}
    </ul>
  );
}
