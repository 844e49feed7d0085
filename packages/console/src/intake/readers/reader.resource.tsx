import type { readerDraft, Sensor } from "@gatehouse/contract/entities/sensor";
import { readerTexts } from "@gatehouse/contract/entities/sensor.messages";
import { hardwareDrivers } from "@gatehouse/contract/hardware-drivers";
import { useQuery } from "@tanstack/react-query";
import { Direction } from "../../access/direction.tsx";
import { gateTypeChoices } from "../../access/gate-type-choices.ts";
import { callQuery } from "../../api/call-query.ts";
import type { FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";
import { StateBadge } from "../../gate/hardware-state.tsx";
import classes from "./reader-row.module.css";
import { ReaderState } from "./reader-state.tsx";

const readersQuery = callQuery("sensors", "GET /sensors/{module}", { params: { module: "ac" } });

/** Warns about another reader with the same address and antenna: each tag counts at both, and opens both gates. */
function SharedTags({ reader }: { reader: Sensor }) {
  const { data } = useQuery(readersQuery);
  const other = data?.find((one) => one.id !== reader.id && isSameAntenna(one, reader));
  return <StateBadge state={other && { text: `Same antenna as ${other.name}`, tone: "warn", title: sharedHelp }} />;
}

const sharedHelp = "Both get each tag. Give readers that share an address the numbers of their antennas.";

const isSameAntenna = ({ additionalInfo: one }: Sensor, { additionalInfo: other }: Sensor): boolean =>
  one.drv === other.drv && one.ip === other.ip && one.port === other.port && one.channel === other.channel;

/** RFID readers. */
export const readers: Resource<Sensor, FieldName<typeof readerDraft>> = {
  topic: "sensors",
  name: "sensors",
  noun: "reader",
  list: { key: "GET /sensors/{module}", params: { module: "ac" } },
  create: "POST /sensors",
  change: "PUT /sensors/{id}",
  remove: "DELETE /sensors/{id}",
  draft: () => import("@gatehouse/contract/entities/sensor").then((file) => file.readerDraft),
  fixed: { scope: "ac" },
  fields: [
    { kind: "text", name: "name", label: "Name", isHalf: true },
    { kind: "text", name: "uid", label: "UID", help: "Optional", isHalf: true },
    { kind: "text", name: "additionalInfo.ip", label: "IP address", placeholder: "10.0.0.7", isHalf: true },
    {
      kind: "number",
      name: "additionalInfo.port",
      label: "Port",
      help: "Empty if the reader connects to the RFID server",
      isHalf: true,
    },
    { kind: "text", name: "additionalInfo.drv", label: "Driver", suggestions: hardwareDrivers.reader, isHalf: true },
    {
      kind: "number",
      name: "additionalInfo.channel",
      label: "Antenna",
      help: "Only where several gates share a reader",
      isHalf: true,
    },
    { kind: "option", name: "additionalInfo.gtp", label: "Gate type", choices: gateTypeChoices },
    {
      kind: "reference",
      name: "actuatorId",
      label: "Actuator",
      help: "Boom barrier opened by this reader",
      none: null,
      from: { topic: "boom_barriers", key: "GET /boom-barriers", label: ({ uid, name }) => `#${uid} ${name}` },
    },
  ],
  texts: {
    empty: "No RFID readers yet",
    purpose: "A reader detects the RFID tags of vehicles at a gate.",
    createFailure: readerTexts.added,
    deleteSuccess: readerTexts.deleted,
  },
  title: ({ name }) => name,
  details: ({ additionalInfo: { ip, port, channel, gtp }, actuator }) => (
    <>
      <Direction type={gtp} />
      {` · ${port === undefined ? ip : `${ip}:${port}`}`}
      {channel !== undefined && ` · antenna ${channel}`}
      {actuator !== null && ` · opens ${actuator.name}`}
    </>
  ),
  state: (reader) => (
    <span className={classes.states}>
      <ReaderState id={reader.id} />
      <SharedTags reader={reader} />
    </span>
  ),
  closesAfterMs: 1500,
};
