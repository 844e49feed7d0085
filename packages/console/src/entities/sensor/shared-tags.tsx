import type { Sensor } from "@gatehouse/contract/entities/sensor";
import { useQuery } from "@tanstack/react-query";
import { StateBadge } from "../../access/hardware-state.tsx";
import { callQuery } from "../../api/call-query.ts";

const readersQuery = callQuery("sensors", "GET /sensors/{module}", { params: { module: "ac" } });

/** LIVE-2: warns about another reader with the same address and antenna: each tag counts at both, and opens both gates. */
export function SharedTags({ reader }: { reader: Sensor }) {
  const { data } = useQuery(readersQuery);
  const other = data?.find((one) => one.id !== reader.id && isSameAntenna(one, reader));
  return <StateBadge state={other && { text: `Same antenna as ${other.name}`, tone: "warn", title: sharedHelp }} />;
}

const sharedHelp = "Both get each tag. Give readers that share an address the numbers of their antennas.";

const isSameAntenna = ({ additionalInfo: one }: Sensor, { additionalInfo: other }: Sensor): boolean =>
  one.drv === other.drv && one.ip === other.ip && one.port === other.port && one.channel === other.channel;
