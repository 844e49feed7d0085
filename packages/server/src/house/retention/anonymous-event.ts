import { accessReasons } from "@gatehouse/contract/events/decision";
import { sql } from "kysely";

const reasons = JSON.stringify(accessReasons);

/** The reason of an event without the names of vehicles and people: the text of its code. */
const plainReason = sql`coalesce(${reasons}::jsonb->>(trace->>'reasonCode'),
  case "isGranted" when true then 'Granted' when false then 'Denied' else reason end)`;

/** The columns of an event that describe its vehicle besides the plate, without what identifies it. */
export const withoutVehicle = sql`
  reason = ${plainReason},
  trace = case when trace is null then null else jsonb_strip_nulls(jsonb_build_object(
      'reasonCode', trace->'reasonCode', 'policyVersion', trace->'policyVersion'))
    || jsonb_build_object('read', null, 'direction', trace->'direction', 'checks', '[]'::jsonb, 'candidates', '[]'::jsonb,
      'isGranted', trace->'isGranted', 'reason', ${plainReason}) end`;
